import type { ListSessionsOutput } from "../../generated/sdkTools.ts";
import type { Invocation } from "./ownCommand.ts";

/** A session as open_session and list_sessions tell it to the command line. */
export type SessionInfo = ListSessionsOutput["sessions"][number] & { reused?: boolean };

export async function listSessions(call: Invocation): Promise<SessionInfo[]> {
  const { sessions } = await call.call<{ sessions: SessionInfo[] }>("list_sessions", {});
  return sessions;
}

export async function describeSession(call: Invocation, id: string): Promise<SessionInfo | undefined> {
  return (await listSessions(call)).find((session) => session.id === id);
}

/** What other programs connect to. */
export function endpointsOf({ endpoint, engine }: SessionInfo): { cdp_endpoint: string | null; ws_endpoint: string | null } {
  if (!endpoint) return { cdp_endpoint: null, ws_endpoint: null };
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
  return { cdp_endpoint: engine === "chromium" ? `http://${host}` : null, ws_endpoint: endpoint };
}
