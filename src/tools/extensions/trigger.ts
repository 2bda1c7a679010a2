import { z } from "zod";
import { extensionPages } from "../../session/extensionManifest.ts";
import { defineTool } from "../defineTool.ts";
import { id } from "./shapes.ts";

export const extensionsTrigger = defineTool({
  name: "extensions_trigger",
  family: "extensions",
  capability: "extensions",
  effect: "write",
  needs: "page",
  tells: "page",
  summary: "Press an extension's button and drive its popup, open its options or side panel, or fire one of its commands.",
  details: `Without \`command\` and \`open\` its toolbar button is pressed over the page (\`by: "button"\`). A popup that comes of it is up over the page and becomes the active page, driven like any other; it knows the
page below it, and goes, as for a person, when that is used. \`open\` names one of its pages and opens it in a tab (\`by: "tab"\`), where a popup stays but knows only itself; storage is read there, or in its worker, with
\`eval_js\`. With \`command\`, one of the manifest's \`commands\`, its keys are pressed over the page (\`by: "keys"\`); where it has no keys, or they do not reach it, its worker gets the event that they would cause
(\`by: "event"\`), which gives it no \`activeTab\`. \`_execute_action\` is the button. \`runtimeId\` is the browser's own id, as in \`chrome-extension://<runtimeId>/…\`.`,
  input: z.object({ id, open: z.enum(extensionPages).optional(), command: z.string().min(1).optional().describe("of the manifest's commands") }),
  output: z.object({
    ok: z.literal(true),
    session: z.string(),
    id: z.string(),
    runtimeId: z.string(),
    triggered: z.enum([...extensionPages, "button", "command"]),
    by: z.enum(["button", "keys", "tab", "event"]).describe("button, keys: as a person would; tab: the page alone, in a tab; event: its worker was given the event"),
    command: z.string().optional(),
    page: z.object({ id: z.string(), url: z.string(), title: z.string() }).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { none: "WebDriver BiDi loads extensions and does not reach into them" } },
  examples: [{ id: "ext-9f2c1a0b7d3e" }, { id: "ext-9f2c1a0b7d3e", command: "toggle" }],
  cli: { positional: ["id", "command"] },
  run: async ({ session, page }, { id: wanted, open, command }) => {
    const { extensions } = session.parts;
    const about = { ok: true as const, session: session.id, id: wanted, runtimeId: extensions.runtimeId(wanted) };
    const done = await extensions.trigger(wanted, page, { open, command });
    if ("command" in done) return { ...about, triggered: "command" as const, by: done.by, command: done.command };
    if ("button" in done) return { ...about, triggered: "button" as const, by: "button" as const };
    await done.opened.engine.refreshTitle();
    const { id: pageId, url, title } = done.opened;
    return { ...about, triggered: open ?? ("popup" as const), by: done.by, page: { id: pageId, url, title } };
  },
});
