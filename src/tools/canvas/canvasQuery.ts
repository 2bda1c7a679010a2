import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool, withImages } from "../defineTool.ts";
import type { PluginDetails } from "../pluginEntry.ts";

export const canvasQuery = defineTool({
  name: "canvas_query",
  family: "canvas",
  capability: "canvas",
  effect: "write",
  needs: "session",
  tells: "page",
  deadline: 60_000,
  summary: "Ask a canvas app's adapter plugin: list, find, create, select, move, export shapes.",
  details: `Calls the tool \`<adapter>.<op>\` of a loaded plugin with \`args\` and this session, and answers with its answer. That tool's own capability decides, too. Where there is none the answer is \`no-adapter\`, and \`no-operation\` names the operations of one that is there. The adapters that come with
Drover (\`plugins/\` of its repository, [canvas.md](../canvas.md)) have the same operations: \`list\`, \`find\`, \`create\`, \`select\`, \`move\`, \`bounds\`, \`text\`, \`export\`.`,
  input: z.object({
    adapter: z.string().min(1),
    op: z.string().min(1),
    args: z.record(z.string(), z.unknown()).optional(),
  }),
  output: z.looseObject({ ok: z.boolean(), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ adapter: "excalidraw", op: "list" }, { adapter: "tldraw", op: "find", args: { text: "Start" } }],
  cli: { positional: ["adapter", "op"] },
  run: async ({ call, toolNamed, plugins, session }, { adapter, op, args = {} }) => {
    const name = `${adapter}.${op}`;
    if (!(await toolNamed(name))) throw noAdapter(adapter, op, await plugins.info(adapter));
    const { data, images } = await call(name, { session: session.id, ...args });
    const answer = data as { ok: boolean };
    return images ? withImages(answer, images) : answer;
  },
});

function noAdapter(adapter: string, op: string, known: PluginDetails | undefined): DroverError {
  const asked = { requestedAdapter: adapter, requestedOp: op };
  const operations = known?.tools.map(({ name }) => String(name).slice(adapter.length + 1)) ?? [];
  if (operations.length > 0) return new DroverError("unknown-tool", `${adapter} has no operation "${op}"`, { hint: `It has ${operations.join(", ")}.`, fields: { code: "no-operation", ...asked } });
  return new DroverError("unknown-tool", `no canvas adapter registered for ${adapter}; install @drover/plugin-${adapter} or pass a registered adapter namespace`, {
    hint: "plugins_list shows the plugins there are.",
    fields: { code: "no-adapter", ...asked },
  });
}
