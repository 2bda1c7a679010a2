import type { Call, Step } from "../call.ts";

/** Calls on one session run one after the other. A call that another one made has that one's turn. */
export const takeTurn: Step = async (call, next) => {
  const { session, tool } = call;
  if (!session || tool.concurrent === true || hasTurn(call.parent, call)) return next();
  if (tool.concurrent !== "behind") return session.queue.run(next);
  await session.queue.reached();
  return next();
};

const hasTurn = (outer: Call | undefined, { session }: Call): boolean => outer !== undefined && outer.session === session;
