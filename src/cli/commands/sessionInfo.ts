import { DaemonClient } from "../../client/daemonClient.ts";
import type { ListSessionsOutput } from "../../generated/sdkTools.ts";
import { isNotRunning } from "./daemon.ts";
import { type Invocation, refusalOf } from "./ownCommand.ts";

/** A session as open_session and list_sessions tell it to the command line. */
export type SessionInfo = ListSessionsOutput["sessions"][number] & { reused?: boolean };

export async function listSessions(call: Invocation): Promise<SessionInfo[]> {
  const { sessions } = await call.call<{ sessions: SessionInfo[] }>("list_sessions", {});
  return sessions;
}

export async function describeSession(call: Invocation, id: string): Promise<SessionInfo | undefined> {
  return (await listSessions(call)).find((session) => session.id === id);
}

/** The sessions that can be gone on with; `lost` are those whose browser is gone. Without a daemon not every detail is known. */
export interface KnownSessions {
  sessions: (Partial<SessionInfo> & Pick<SessionInfo, "id" | "mode" | "browser" | "headless">)[];
  lost?: ListSessionsOutput["lost"];
}

/** Looks and starts nothing: a daemon that runs is asked, else what the last one wrote down is read. */
export async function knownSessions(call: Invocation): Promise<KnownSessions> {
  const client = new DaemonClient({ client: "cli", home: call.home, start: false });
  try {
    const { ok, data } = await client.call("list_sessions", {});
    if (!ok) throw refusalOf(data);
    return data as ListSessionsOutput;
  } catch (error) {
    if (!isNotRunning(error)) throw error;
    const { sessionsOnDisk } = await import("../machine/main.ts");
    return sessionsOnDisk(call.home);
  } finally {
    client.close();
  }
}

/** What other programs connect to. */
export function endpointsOf({ endpoint, engine }: Partial<SessionInfo>): { cdp_endpoint: string | null; ws_endpoint: string | null } {
  if (!endpoint) return { cdp_endpoint: null, ws_endpoint: null };
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
  return { cdp_endpoint: engine === "chromium" ? `http://${host}` : null, ws_endpoint: endpoint };
}
