import { DaemonClient } from "../../client/daemonClient.ts";
import { isDroverError } from "../../protocol/errors.ts";
import { openOrReuse, sessionFlags } from "./open.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";
import { verbOf } from "./ownCommand.ts";
import { endpointsOf, type SessionInfo } from "./sessionInfo.ts";

const lines = (data: object): string =>
  Object.entries(data)
    .filter(([key, value]) => key !== "ok" && value !== undefined && value !== null)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join("\n");

const told = (info: SessionInfo) => ({
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

async function start(call: Invocation): Promise<number> {
  const { info, already } = await openOrReuse(call);
  const data = { ...told(info), reused: already || info.reused === true };
  return call.show(data, lines(data));
}

async function stop(call: Invocation, session = call.words[1] ?? call.session): Promise<number> {
  const { closed } = await call.call<{ closed: string }>("close_session", { session });
  return call.show({ ok: true, active: false, session: closed }, `Session "${closed}" is closed and its browser has ended.`);
}

/** Says what is there and starts nothing, not even the daemon. */
async function status(call: Invocation): Promise<number> {
  const session = call.words[1] ?? call.session;
  const info = (await runningSessions(call)).find(({ id }) => id === session);
  const data = info ? told(info) : { ok: true, active: false, session };
  return call.show(data, info ? lines(data) : `active: false\nsession: ${session}`);
}

async function list(call: Invocation): Promise<number> {
  const outcome = await call.outcome("list_sessions", {});
  return call.show(outcome.data as object, outcome.text ?? "");
}

async function runningSessions(call: Invocation): Promise<SessionInfo[]> {
  const client = new DaemonClient({ client: "cli", home: call.home, start: false });
  try {
    const { data } = await client.call("list_sessions", {});
    return (data as { sessions?: SessionInfo[] }).sessions ?? [];
  } catch (error) {
    if (isDroverError(error) && error.code === "daemon-failed") return [];
    throw error;
  }
}

const verbs: Record<string, (call: Invocation) => Promise<number>> = { start, stop, status, list };

export const sessionCommand: OwnCommand = {
  name: "session",
  usage: "start|stop|status|list [session]",
  words: 2,
  summary: "Start, stop and look at sessions",
  verbs: Object.keys(verbs),
  flags: sessionFlags,
  examples: ["session start --headed", "session status --json", "session stop"],
  run: (call) => verbs[verbOf(sessionCommand, call)]!(call),
};

export const closeCommand: OwnCommand = {
  name: "close",
  usage: "[session]",
  words: 1,
  summary: "Close a session and end its browser",
  flags: { all: { help: "every session" } },
  examples: ["close", "close shop", "close --all"],
  run: async (call) => {
    if (!call.on("all")) return stop(call, call.words[0] ?? call.session);
    const data = await call.call<{ closed: string[] }>("close_sessions", { all: true });
    return call.show(data, data.closed.length === 0 ? "No session was open." : `Closed ${data.closed.join(", ")}.`);
  },
};
