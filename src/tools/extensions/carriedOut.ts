import { DroverError } from "../../protocol/errors.ts";
import type { Change } from "../../session/extensions.ts";
import { foldersAtStart, startingWith } from "../../session/extensionsAtStart.ts";
import type { Session } from "../../session/session.ts";
import type { SessionContext } from "../context.ts";

const COST = "This browser takes extensions only as it starts, so it was started anew on its profile: cookies and stored data are kept and its pages were opened again at their addresses; refs, what pages held, and the console, network and socket buffers are gone.";

/** Where the browser takes no extensions while it runs, goes on in one that was started with them, and says what that cost. */
export async function carriedOut({ session, sessions, config, warn }: SessionContext, { startWith }: Change): Promise<Session> {
  if (startWith === undefined) return session;
  const { session: anew, warnings } = await sessions.startAnew(session, config, startingWith(session.plan.extraArgs, startWith));
  for (const line of [COST, ...warnings]) warn(line);
  return anew;
}

/** Says what may be the cause where a browser that was started with an extension does not have it. */
export function requireTaken(session: Session, id: string, taken: boolean): void {
  if (taken || foldersAtStart(session.plan.extraArgs).length === 0) return;
  session.parts.extensions.giveUp(id);
  throw new DroverError("refused", "the browser was started anew with the extension and did not take it", {
    hint: 'Correct its manifest. Chrome\'s own builds since 137 take none at their start, and headless shells have none at all: open_session({mode:"persistent", browser:"chromium"}).',
  });
}
