import type { TargetOutput } from "../../generated/sdkTools.ts";
import { alignedRows } from "../alignedRows.ts";
import { daemonStatus, statusLine } from "./daemon.ts";
import { lastCalls } from "./log.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";
import { type KnownSessions, knownSessions } from "./sessionInfo.ts";

/** Of the session, the newest. */
const LAST_CALLS = 5;

type PageInfo = TargetOutput["sessions"][number];

/** The daemon, and the pages of the session. Starts and opens nothing. */
async function status(call: Invocation): Promise<number> {
  const daemon = await daemonStatus(call);
  const { sessions, lost = [] } = await knownSessions(call);
  const open = sessions.map(({ id }) => id);
  const session = sessions.find(({ id }) => id === call.session);
  const sessionText = session ? describe(call, session) : notOpen(call, lost.some(({ id }) => id === call.session));
  if (!daemon.running)
    return call.show(
      { ok: true, running: false, pid: null, session: call.session, activeSession: null, sessions: [], open },
      [statusLine(daemon), sessionText, others(call, open)].filter(Boolean).join("\n"),
    );
  const last = session ? await lastCalls(call, LAST_CALLS) : undefined;
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
      calls: last?.calls ?? [],
      open,
    },
    [statusLine(daemon), sessionText, pageRows(pages, call), last?.text, others(call, open)].filter(Boolean).join("\n"),
  );
}

const describe = (call: Invocation, { mode, browser, headless }: KnownSessions["sessions"][number]): string =>
  `Session "${call.session}": ${mode}, ${browser}${headless ? ", headless" : ""}.`;

const notOpen = (call: Invocation, lost: boolean): string =>
  lost ? `The browser of session "${call.session}" is gone.` : `Session "${call.session}" is not open.`;

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
