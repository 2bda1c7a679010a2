import type { TargetOutput } from "../../generated/sdkTools.ts";
import { alignedRows } from "../alignedRows.ts";
import { daemonStatus, statusLine } from "./daemon.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";
import { listSessions } from "./sessionInfo.ts";

type PageInfo = TargetOutput["sessions"][number];

/** The daemon, and the pages of the session. Starts and opens nothing. */
async function status(call: Invocation): Promise<number> {
  const daemon = await daemonStatus(call);
  if (!daemon.running) return call.show({ ok: true, running: false, pid: null, activeSession: null, sessions: [] }, statusLine(daemon));
  const open = await listSessions(call);
  const session = open.find(({ id }) => id === call.session);
  const pages = session ? (await call.call<{ sessions: PageInfo[] }>("target", { session: call.session })).sessions : [];
  const active = pages.find((page) => page.active);
  const { running, pid, version, protocol, uptimeMs } = daemon;
  return call.show(
    {
      ok: true,
      running,
      pid,
      version,
      protocol,
      uptimeMs,
      session: call.session,
      activeSession: active ? { id: active.id, title: active.title, url: active.url } : null,
      sessions: pages,
      open: open.map(({ id }) => id),
    },
    [statusLine(daemon), sessionLine(call, session), pageRows(pages, call), others(call, open.map(({ id }) => id))].filter(Boolean).join("\n"),
  );
}

function sessionLine(call: Invocation, session: { mode: string; browser: string; headless: boolean } | undefined): string {
  if (!session) return `Session "${call.session}" is not open.`;
  return `Session "${call.session}": ${session.mode}, ${session.browser}${session.headless ? ", headless" : ""}.`;
}

function pageRows(pages: PageInfo[], call: Invocation): string {
  if (pages.length === 0) return "";
  return alignedRows(["", "ID", "TITLE", "URL"], pages.map(({ id, title, url, active }) => [active ? "*" : "", id.slice(0, 8), title, url]), call.people);
}

function others(call: Invocation, ids: string[]): string {
  const rest = ids.filter((id) => id !== call.session);
  return rest.length === 0 ? "" : `Also open: ${rest.join(", ")}.`;
}

export const statusCommand: OwnCommand = {
  name: "status",
  usage: "",
  summary: "The daemon, the session and its pages",
  run: status,
};
