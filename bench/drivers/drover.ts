import { existsSync } from "node:fs";
import path from "node:path";
import { footprintOf } from "../processes.ts";
import { type Workplace, droverCli as thisBuild } from "../workplace.ts";
import { environment, runCommand, tryCommand } from "./command.ts";
import { type Answer, type Driver, type Handle, type RunningTool, type Target, bySelector, handleByLine } from "./driver.ts";
import { McpServer } from "./mcpServer.ts";

type Engine = "chromium" | "firefox";

/** A Drover of its own: its home isolates daemon, browsers and sessions from everything else on the machine. */
const variables = (workplace: Workplace, home: string, engine: Engine): Record<string, string> => ({
  DROVER_HOME: home,
  ...(engine === "chromium" && { DROVER_BROWSER_PATH: workplace.chromium }),
  DROVER_CAPABILITIES: "read,navigation,action,human,eval,byob-attach,file-io",
  DROVER_HEADLESS: "1",
});

export const EARLIER = "before";

const handleInSnapshot = handleByLine(/\[ref=([^\]]+)\]/);

/** Snapshots are lines; an action's answer has such lines in a JSON string; find answers with JSON alone. */
function handleInAnswer(text: string, target: Target): Handle | undefined {
  const [before = "", ...after] = text.split(`"role":"${target.role}","name":"${target.name}`);
  const found = after.length > 0 ? /"ref":"([^"]+)",$/.exec(before)?.[1] : undefined;
  return found ?? handleInSnapshot(text.replaceAll("\\n", "\n").replaceAll('\\"', '"'), target);
}

const targetOf = (handle: string): { ref: string } | { selector: string } =>
  /^e\d+$/.test(handle) ? { ref: handle } : { selector: handle };

/** Browsers outlive the daemon, so the sessions are closed first. */
async function stopDaemon(program: string, home: string, env: Record<string, string>): Promise<void> {
  const place = { cwd: home, env: environment(env) };
  await runCommand(process.execPath, [program, "close-sessions", "--all"], place);
  await runCommand(process.execPath, [program, "daemon", "stop"], place);
}

export interface DroverServer {
  server: McpServer;
  home: string;
  stop(): Promise<void>;
}

/** An MCP server with a daemon of its own. */
export async function startDrover(workplace: Workplace, args: readonly string[] = [], engine: Engine = "chromium", settings: Record<string, string> = {}, program = thisBuild): Promise<DroverServer> {
  const home = workplace.folder("drover-mcp");
  const env = { ...variables(workplace, home, engine), ...settings };
  const [command, ...words] = commandOf(program);
  const server = await McpServer.start({ command, args: [...words, "mcp", ...args], cwd: home, env });
  const stop = async (): Promise<void> => {
    await server.stop();
    await stopDaemon(program, home, env);
  };
  return { server, home, stop };
}

async function startMcp(program: string, workplace: Workplace, args?: readonly string[]): Promise<RunningTool> {
  const { server, home, stop } = await startDrover(workplace, args, "chromium", {}, program);
  return {
    // As long as the peers wait: their default is 30 seconds, Drover's 5.
    open: (url) => server.call("navigate", { url, timeoutMs: 30_000 }),
    evaluate: (expr) => server.call("eval_js", { expr }),
    snapshot: () => server.call("snapshot"),
    find: (query) => server.call("find", { query }),
    locate: bySelector,
    click: (handle) => server.call("click", targetOf(handle)),
    fillForm: (fields) =>
      server.call("fill_form", { fields: fields.map(({ handle, field }) => ({ ...targetOf(handle), value: field.value })) }),
    screenshot: () => server.call("screenshot"),
    ...server.introspection,
    handleIn: handleInAnswer,
    verify: (text) => server.call("verify_text", { selector: "body", text }),
    hands: {
      doubleClick: (handle) => server.call("double_click", targetOf(handle)),
      clickAt: (coords) => server.call("click", { coords }),
      press: (key) => server.call("press", { key }),
      wait: (text) => server.call("wait_for", { text, timeoutMs: 30_000 }),
      type: (_handle, text) => server.call("type", { text }),
    },
    addSession: async (index, url) => {
      const session = `session-${index}`;
      await server.call("open_session", { session, mode: "incognito" });
      await server.call("navigate", { session, url });
    },
    footprint: async () => footprintOf(home),
    stop,
  };
}

/** As `drover` on the path is: a program of its own where the build made one. */
function commandOf(program: string): [string, ...string[]] {
  const door = path.join(path.dirname(program), "drover");
  return existsSync(door) ? [door] : [process.execPath, program];
}

async function startCli(program: string, workplace: Workplace): Promise<RunningTool> {
  const home = workplace.folder("drover");
  const env = variables(workplace, home, "chromium");
  const place = { cwd: home, env: environment(env) };
  const [command, ...words] = commandOf(program);
  const run = (...args: string[]): Promise<Answer> => runCommand(command, [...words, ...args], place);
  return {
    open: (url) => run("open", url),
    evaluate: (expression) => run("eval", expression),
    snapshot: () => run("snapshot"),
    find: (query) => run("find", query),
    locate: bySelector,
    click: (selector) => run("click", selector),
    fillForm: (fields) =>
      run("fill-form", "--json", JSON.stringify({ fields: fields.map(({ handle, field }) => ({ selector: handle, value: field.value })) })),
    screenshot: () => run("screenshot"),
    network: () => run("network"),
    command: (word) => tryCommand(command, [...words, word], place),
    footprint: async () => footprintOf(home),
    stop: () => stopDaemon(program, home, env),
  };
}

const driversOf = (program: string, name: string): [mcp: Driver, cli: Driver] => [
  { name, package: "drover", surface: "mcp", notes: [], start: (workplace, args) => startMcp(program, workplace, args) },
  { name: `${name} CLI`, package: "drover", surface: "cli", notes: [], start: (workplace) => startCli(program, workplace) },
];

export const [droverMcp, droverCli] = driversOf(thisBuild, "Drover");

/** Another build, measured beside this one. */
export const earlierDrover = (dist: string): readonly Driver[] => driversOf(path.join(dist, "drover.cjs"), EARLIER);
