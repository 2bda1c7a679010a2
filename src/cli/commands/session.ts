import { wrongUsage } from "../values.ts";
import { openOrReuse, sessionFlags } from "./open.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";
import { verbOf } from "./ownCommand.ts";
import { endpointsOf, type KnownSessions, knownSessions, listSessions } from "./sessionInfo.ts";

const lines = (data: object): string =>
  Object.entries(data)
    .filter(([key, value]) => key !== "ok" && value !== undefined && value !== null)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join("\n");

const told = (info: KnownSessions["sessions"][number]) => ({
  ok: true,
  active: true,
  session: info.id,
  ...endpointsOf(info),
  pid: info.pid,
  browser: info.browser,
  engine: info.engine,
  headless: info.headless,
  mode: info.mode,
  profile: info.profile,
  url: info.url,
  title: info.title,
});

/** It is there to tell other programs where the browser is. */
async function start(call: Invocation): Promise<number> {
  const { info, already } = await openOrReuse(call, call.words[1], { port: 0 });
  const data = { ...told(info), reused: already || info.reused === true };
  return call.show(data, lines(data));
}

async function stop(call: Invocation, session = call.words[1] ?? call.session): Promise<number> {
  const browser = await fateOfBrowser(call, session);
  const { closed } = await call.call<{ closed: string }>("close_session", { session });
  return call.show({ ok: true, active: false, session: closed }, `Session "${closed}" is closed${browser}.`);
}

/** What closing a session means for its browser: one of somebody else's goes on, and so does one that others use. */
async function fateOfBrowser(call: Invocation, session: string): Promise<string> {
  const sessions = await listSessions(call);
  const info = sessions.find(({ id }) => id === session);
  if (!info) return "";
  if (info.mode === "attached") return "; the browser that it was attached to goes on";
  if (info.on !== undefined) return `, and its browser is given back to "${info.on}"`;
  const others = sessions.filter(({ id, pid }) => id !== session && pid === info.pid).map(({ id }) => id);
  return others.length > 0 ? `; its browser goes on for ${others.join(", ")}` : " and its browser has ended";
}

/** Says what is there and starts nothing, not even the daemon. */
async function status(call: Invocation): Promise<number> {
  const session = call.words[1] ?? call.session;
  const { sessions, lost = [] } = await knownSessions(call);
  const info = sessions.find(({ id }) => id === session);
  const gone = lost.find(({ id }) => id === session);
  const data = info ? told(info) : { ok: true, active: false, session, ...(gone && { lost: true, mode: gone.mode, url: gone.lastUrl }) };
  return call.show(data, lines(data));
}

async function list(call: Invocation): Promise<number> {
  if (call.words[1] !== undefined) throw wrongUsage(`session list does not take "${call.words[1]}"`, `Usage: drover session ${sessionCommand.usage}`);
  const outcome = await call.outcome("list_sessions", {});
  return call.show(outcome.data as object, outcome.text ?? "");
}

const verbs: Record<string, (call: Invocation) => Promise<number>> = { start, stop, status, list };

export const sessionCommand: OwnCommand = {
  name: "session",
  usage: "start|stop|status [session] | list",
  words: 2,
  summary: "Start, stop and look at sessions",
  verbs: Object.keys(verbs),
  flags: sessionFlags,
  examples: ["session start --headed", "session start shop", "session status --json", "session stop"],
  run: (call) => verbs[verbOf(sessionCommand, call)]!(call),
};

export const closeCommand: OwnCommand = {
  name: "close",
  usage: "[session]",
  words: 1,
  summary: "Close a session and end its browser; an attached one and one that others use go on",
  flags: { all: { help: "every session" } },
  examples: ["close", "close shop", "close --all"],
  run: async (call) => {
    if (!call.on("all")) return stop(call, call.words[0] ?? call.session);
    const data = await call.call<{ closed: string[] }>("close_sessions", { all: true });
    return call.show(data, data.closed.length === 0 ? "No session was open." : `Closed ${data.closed.join(", ")}.`);
  },
};
