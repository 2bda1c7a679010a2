import type { Outcome } from "../protocol/messages.ts";
import type { ToolList } from "./toolList.ts";
import type { McpTool } from "../protocol/toolSurfaces.ts";

/** What each family holds, in a few words. */
const gists: Record<string, string> = {
  sessions: "open, attach, close, share",
  config: "settings, approvals",
  compose: "several calls in one",
  see: "frames, locators, watch",
  verify: "assertions",
  pictures: "screenshots, PDF, overlays",
  navigate: "history, viewport, waiting",
  act: "hover, choose, upload, drop",
  pointer: "drag, gestures, touch",
  traffic: "bodies, mocks, HAR, sockets",
  workers: "service and web workers",
  storage: "cookies, IndexedDB, caches",
  state: "saved log-ins, artifacts",
  policies: "dialogs",
  emulate: "device, clock, network",
  devices: "Bluetooth, USB, HID",
  files: "downloads, what tools wrote",
  performance: "traces, coverage, heap, audits",
  record: "video, flows, reports",
  people: "ask a person",
  secrets: "log-ins",
  extensions: "install, drive",
  canvas: "painted applications",
  diagnostics: "what Drover did",
  javascript: "evaluate",
  operations: "tabs, fetch, conditions",
  web: "one tool to drive and read; captures",
};

/** The one tool that is the server's own: it changes what this server lists, which no daemon knows of. */
export const ENABLE_TOOLS = "enable_tools";

/** Plugins are families too, each by its namespace. */
export function enableToolsOf(list: ToolList): McpTool {
  const families = list.families();
  const told = families.map((family) => `${family} (${gists[family] ?? "plugin"})`);
  return {
    name: ENABLE_TOOLS,
    family: "mcp",
    core: true,
    description: `List more tools, by family: ${told.join(", ")}.`,
    inputSchema: {
      type: "object",
      properties: { families: { type: "array", items: { enum: [...families, "all"] }, description: "or all" } },
      required: ["families"],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

export function runEnableTools(list: ToolList, input: Record<string, unknown>): Outcome {
  const { families } = input;
  const wanted = Array.isArray(families) ? families.map(String) : typeof families === "string" ? [families] : [];
  const added = list.enable(wanted);
  const tools = Object.fromEntries(added.map(({ name, description }) => [name, description]));
  return { ok: true, data: { ok: true, added: tools, ...(wanted.length === 0 && { families: list.families() }) } };
}
