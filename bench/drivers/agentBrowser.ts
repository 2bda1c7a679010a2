import { chmodSync } from "node:fs";
import path from "node:path";
import { footprintOf } from "../processes.ts";
import { type Workplace, peers } from "../workplace.ts";
import { type CommandPlace, environment, runCommand, tryCommand } from "./command.ts";
import { type Answer, type Driver, type RunningTool, bySelector, handleByLine, textAnswer } from "./driver.ts";
import { McpServer } from "./mcpServer.ts";

/** The native program inside the package: its wrapper wants a newer Node and only costs time. */
function nativeProgram(): string {
  const platform = process.platform === "darwin" ? "darwin" : "linux";
  const program = path.join(peers, `agent-browser/bin/agent-browser-${platform}-${process.arch}`);
  // npm does not mark it executable, and the package's install script is not run here.
  chmodSync(program, 0o755);
  return program;
}

function placeIn(workplace: Workplace, name: string): CommandPlace {
  const folder = workplace.folder(name);
  return {
    cwd: folder,
    env: { HOME: folder, AGENT_BROWSER_EXECUTABLE_PATH: workplace.chromium, AGENT_BROWSER_SESSION: path.basename(folder) },
  };
}

async function startCli(workplace: Workplace): Promise<RunningTool> {
  const program = nativeProgram();
  const { cwd, env } = placeIn(workplace, "agent-browser");
  const place = { cwd, env: environment(env) };
  const run = (...args: string[]): Promise<Answer> => runCommand(program, args, place);
  return {
    open: (url) => run("open", url),
    evaluate: (expression) => run("eval", expression),
    snapshot: () => run("snapshot"),
    locate: bySelector,
    click: (selector) => run("click", selector),
    fillForm: async (fields) => {
      const commands = fields.map(({ handle, field }) => `fill ${handle} "${field.value}"`);
      return run("batch", ...commands);
    },
    screenshot: () => run("screenshot", path.join(cwd, "page.png")),
    network: () => run("network", "requests"),
    command: (word) => tryCommand(program, [word], place),
    footprint: async () => footprintOf(cwd),
    stop: async () => {
      await run("close");
    },
  };
}

async function startMcp(workplace: Workplace, args: readonly string[] = []): Promise<RunningTool> {
  const place = placeIn(workplace, "agent-browser-mcp");
  const server = await McpServer.start({ command: nativeProgram(), args: ["mcp", ...args], ...place });
  const call = (name: string, input: Record<string, unknown> = {}): Promise<Answer> => server.call(`agent_browser_${name}`, input);
  const others: string[] = [];
  return {
    open: (url) => call("open", { url }),
    evaluate: (script) => call("eval", { script }),
    snapshot: () => call("snapshot"),
    locate: bySelector,
    click: (handle) => call("click", { selector: asSelector(handle) }),
    fillForm: async (fields) => {
      const answers: string[] = [];
      for (const { handle, field } of fields)
        answers.push((await call("fill", { selector: asSelector(handle), text: field.value })).text);
      return textAnswer(answers.join("\n"));
    },
    screenshot: () => call("screenshot"),
    ...server.introspection,
    handleIn: handleByLine(/ref=([^\],]+)/),
    verify: (text) => call("wait_for_text", { text }),
    // Beyond its core, which has neither: only with `--tools all`.
    hands: {
      doubleClick: (handle) => call("dblclick", { selector: asSelector(handle) }),
      clickAt: async ({ x, y }) => {
        const answers = [await call("mouse_move", { x, y }), await call("mouse_down"), await call("mouse_up")];
        return textAnswer(answers.map(({ text }) => text).join("\n"));
      },
      press: (key) => call("press", { key }),
      wait: (text) => call("wait_for_text", { text }),
      type: (_handle, text) => call("keyboard_type", { text }),
    },
    addSession: async (index, url) => {
      const session = `${path.basename(place.cwd)}-${index}`;
      others.push(session);
      await call("open", { url, session });
    },
    footprint: async () => footprintOf(place.cwd),
    stop: async () => {
      for (const session of others) await call("close", { session });
      await call("close");
      await server.stop();
    },
  };
}

/** A ref stands where a selector does, with an @ before it. */
const asSelector = (handle: string): string => (/^e\d+$/.test(handle) ? `@${handle}` : handle);

const notes = ["an action's answer says only that it was done"];

export const agentBrowserCli: Driver = { name: "agent-browser", package: "agent-browser", surface: "cli", notes, start: startCli };

export const agentBrowserMcp: Driver = {
  name: "agent-browser mcp",
  package: "agent-browser",
  surface: "mcp",
  notes: [...notes, "starts its own command line for every call", "has no call that fills several fields: one call each"],
  browserPerSession: true,
  start: startMcp,
};
