import type { Call, Step } from "../call.ts";

/** Calls on one session run one after the other. A call that another one made has that one's turn. */
export const takeTurn: Step = (call, next) => {
  const { session, tool } = call;
  return !session || tool.concurrent || hasTurn(call.parent, call) ? next() : session.queue.run(next);
};

const hasTurn = (outer: Call | undefined, { session }: Call): boolean => outer !== undefined && outer.session === session;
