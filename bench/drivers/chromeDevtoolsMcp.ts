import path from "node:path";
import { footprintOf } from "../processes.ts";
import { type Workplace, peers } from "../workplace.ts";
import { type Answer, type Driver, type RunningTool, type Target, handleByLine } from "./driver.ts";
import { McpServer } from "./mcpServer.ts";

/** `uid=1_5 button "Save"`. */
const handleIn = handleByLine(/uid=(\S+)/);

/** `1: about:blank [selected]`: every call must name its page. */
const firstPage = (list: string): number => Number(/^(\d+):/m.exec(list)?.[1]);

async function start(workplace: Workplace, args: readonly string[] = []): Promise<RunningTool> {
  const folder = workplace.folder("chrome-devtools-mcp");
  const server = await McpServer.start({
    command: process.execPath,
    args: [
      path.join(peers, "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"),
      "--headless", "--isolated", "--executablePath", workplace.chromium,
      "--no-usage-statistics", "--no-performance-crux", "--viewport", "1280x720", ...args,
    ],
    cwd: folder,
    env: { BENCH_FOLDER: folder },
  });
  const pageId = firstPage((await server.call("list_pages")).text);
  const call = (name: string, input: Record<string, unknown> = {}): Promise<Answer> => server.call(name, { pageId, ...input });
  const locate = async (targets: readonly Target[]): Promise<string[]> => {
    const { text } = await call("take_snapshot");
    return targets.map((target) => {
      const handle = handleIn(text, target);
      if (handle === undefined) throw new Error(`${target.role} "${target.name}" is not in the snapshot`);
      return handle;
    });
  };
  return {
    open: (url) => call("navigate_page", { type: "url", url }),
    evaluate: (expression) => call("evaluate_script", { function: `() => (${expression})` }),
    snapshot: () => call("take_snapshot"),
    locate,
    click: (uid) => call("click", { uid }),
    fillForm: (fields) =>
      call("fill_form", { elements: fields.map(({ handle, field }) => ({ uid: handle, value: field.value })) }),
    screenshot: () => call("take_screenshot"),
    ...server.introspection,
    handleIn,
    verify: (text) => call("wait_for", { text: [text] }),
    hands: {
      doubleClick: (uid) => call("click", { uid, dblClick: true }),
      // Only with `--experimentalVision`.
      clickAt: (point) => call("click_at", { ...point }),
      wait: (text) => call("wait_for", { text: [text] }),
      press: (key) => call("press_key", { key }),
      type: (_uid, text) => call("type_text", { text }),
    },
    addSession: async (index, url) => {
      await server.call("new_page", { url, isolatedContext: `session-${index}` });
    },
    footprint: async () => footprintOf(folder),
    stop: () => server.stop(),
  };
}

export const chromeDevtoolsMcp: Driver = {
  name: "chrome-devtools-mcp",
  package: "chrome-devtools-mcp",
  surface: "mcp",
  notes: [
    "waits 100 ms for a navigation to begin and 100 ms for a quiet DOM after each action and each script",
    "a click's answer leaves the page out unless asked",
  ],
  start,
};
