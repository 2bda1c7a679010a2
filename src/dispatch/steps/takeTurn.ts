import { DroverError } from "../../protocol/errors.ts";
import type { Session } from "../../session/session.ts";
import type { Call, Step } from "../call.ts";

/** How often a caller that waits for a person hears of it: some clients give up on what says nothing for a minute. */
const STILL_WAITING_MS = 20_000;

/**
 * Calls on one session run one after the other. A call that another one made has that one's turn. What acts on a page waits while a person has the wheel,
 * without a turn, so that looking goes on; what the person does has turns of its own. What waited while the session's browser was started anew goes on there.
 */
export const takeTurn: Step = async (call, next) => {
  const { tool } = call;
  if (call.session) tellOfPerson(call, call.session);
  while (true) {
    call.session = call.session?.successor ?? call.session;
    const { session } = call;
    if (!session) return next();
    await giveWay(call, session);
    if (tool.concurrent === true || hasTurn(call.parent, call)) return next();
    if (tool.concurrent === "behind") {
      await session.queue.reached();
      if (session.successor) continue;
      return next();
    }
    const { wheel } = session.parts;
    const queue = wheel.taken && !wheel.stops(call.client.kind) ? wheel.queue : session.queue;
    // A person may have come while it waited for its turn.
    const begun = await queue.run(async () => {
      if (session.successor || mustWait(call, session)) return false;
      await next();
      return true;
    });
    if (begun) return;
  }
};

const hasTurn = (outer: Call | undefined, { session }: Call): boolean => outer !== undefined && outer.session === session;

const mustWait = ({ tool, client }: Call, { parts }: Session): boolean => tool.effect !== "read" && tool.family !== "people" && parts.wheel.stops(client.kind);

/** The call's clock stands still meanwhile, and nobody else waits. */
async function giveWay(call: Call, session: Session): Promise<void> {
  if (!mustWait(call, session)) return;
  if (call.bounds.some(({ whileTaken }) => whileTaken === "refuse"))
    throw new DroverError("wheel-taken", `a person has the wheel of session "${session.id}"`, {
      hint: "Look if you must, act later: the call was not begun. `drover give` hands the session back.",
      failure: { source: "drover" },
    });
  const say = () => call.options.progress?.(`A person has the wheel of session "${session.id}"; ${call.name} waits until it is given back.`);
  const saying = setInterval(say, STILL_WAITING_MS);
  say();
  try {
    await call.outside(session.parts.wheel.untilFree());
  } finally {
    clearInterval(saying);
  }
  tellOfPerson(call, session);
}

/** What a person did is news to agents and programs, whatever they call next. */
function tellOfPerson(call: Call, { parts }: Session): void {
  const { kind } = call.client;
  if (parts.wheel.taken || (kind !== "mcp" && kind !== "sdk")) return;
  const notice = parts.wheel.takeNotice();
  if (notice !== undefined) call.warn(notice);
}
