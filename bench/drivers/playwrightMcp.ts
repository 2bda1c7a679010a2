import path from "node:path";
import { footprintOf } from "../processes.ts";
import { type Workplace, peers } from "../workplace.ts";
import { type Driver, type RunningTool, bySelector, handleByLine } from "./driver.ts";
import { McpServer } from "./mcpServer.ts";

async function start(workplace: Workplace, args: readonly string[] = []): Promise<RunningTool> {
  const folder = workplace.folder("playwright-mcp");
  const startServer = (): Promise<McpServer> =>
    McpServer.start({
      command: process.execPath,
      args: [
        path.join(peers, "@playwright/mcp/cli.js"),
        "--headless", "--isolated", "--executable-path", workplace.chromium, "--output-dir", folder, ...args,
      ],
      cwd: folder,
      env: { BENCH_FOLDER: folder },
    });
  const server = await startServer();
  const others: McpServer[] = [];
  return {
    open: (url) => server.call("browser_navigate", { url }),
    evaluate: (expression) => server.call("browser_evaluate", { function: `() => (${expression})` }),
    snapshot: () => server.call("browser_snapshot"),
    find: (text) => server.call("browser_find", { text }),
    locate: bySelector,
    click: (target) => server.call("browser_click", { element: "the element", target }),
    fillForm: (fields) =>
      server.call("browser_fill_form", {
        fields: fields.map(({ handle, field }) => ({ name: field.name, type: "textbox", target: handle, element: field.name, value: field.value })),
      }),
    screenshot: () => server.call("browser_take_screenshot"),
    ...server.introspection,
    handleIn: handleByLine(/\[ref=([^\]]+)\]/),
    verify: (text) => server.call("browser_wait_for", { text }),
    hands: {
      doubleClick: (target) => server.call("browser_click", { element: "the element", target, doubleClick: true }),
      // Only with `--caps vision`.
      clickAt: ({ x, y }) => server.call("browser_mouse_click_xy", { element: "the place", x, y }),
      typesIntoElements: true,
      wait: (text) => server.call("browser_wait_for", { text }),
      press: (key) => server.call("browser_press_key", { key }),
      type: (target, text) => server.call("browser_type", { element: "the element", target, text, slowly: true }),
    },
    addSession: async (_index, url) => {
      const other = await startServer();
      others.push(other);
      await other.call("browser_navigate", { url });
    },
    footprint: async () => footprintOf(folder),
    stop: async () => {
      for (const each of [server, ...others]) {
        await each.call("browser_close");
        await each.stop();
      }
    },
  };
}

export const playwrightMcp: Driver = {
  name: "@playwright/mcp",
  package: "@playwright/mcp",
  surface: "mcp",
  notes: [
    "waits 500 ms after each action and each script for work to settle (--timeout-settle)",
    "writes the page after an action to a file and answers with its path",
  ],
  browserPerSession: true,
  start,
};
