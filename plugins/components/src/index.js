import { definePlugin, defineTool, ToolError, z } from "drover/plugin";
import { inPage } from "./inPage.js";

const common = { capability: "read", effect: "read", needs: "page", tells: "page", engines: { chromium: "full", firefox: "full" } };

const ref = z.string().regex(/^e\d+$/, "a ref such as e12, from snapshot or find").optional().describe("an element: e12");
const id = z.string().regex(/^c\d+$/, "an id such as c3, from components.tree").optional().describe("a component: c3");

const named = {
  id: z.string(),
  name: z.string(),
  framework: z.enum(["react", "vue"]),
  depth: z.number(),
  key: z.string().optional(),
  element: z.string().optional().describe("its first element"),
};

const ask = (api, request, from) => (from === undefined ? api.page.evaluate(inPage, request) : api.page.evaluateOn(from, inPage, request));

const noApp = (what) => new ToolError("not-found", what, "The page has no React (16 or later) or Vue 3 application, or it has not mounted yet. Frames are looked into by a ref in them.");

const oneOf = (input) => {
  if (input.ref !== undefined && input.id !== undefined) throw new ToolError("bad-input", "pass ref or id, not both");
};

const tree = defineTool({
  ...common,
  name: "components.tree",
  summary: "Outline the page's React and Vue components, or those below an element or component.",
  details: "Ids stay a component's while it is mounted. `depth` 20 and `limit` 200 unless given; `name` picks by a part of the name, at any depth. Works on production builds; their names may be minified.",
  input: z.object({ ref, id, name: z.string().min(1).optional().describe("part of a name"), depth: z.number().int().min(1).max(100).optional(), limit: z.number().int().min(1).max(2000).optional() }),
  output: z.object({ ok: z.literal(true), text: z.string(), total: z.number(), frameworks: z.array(z.string()), components: z.array(z.object(named)), omitted: z.number().optional() }),
  examples: [{}, { ref: "e12" }, { name: "Row" }],
  cli: { positional: ["ref"] },
  textField: "text",
  run: async (api, input) => {
    oneOf(input);
    const { depth = input.name ? 100 : 20, limit = 200, ref: from, ...rest } = input;
    const { total, frameworks, components, matched } = await ask(api, { ask: "tree", depth, limit, ...rest }, from);
    if (total === 0) throw noApp("there are no components on this page");
    const base = Math.min(...components.map((each) => each.depth));
    const lines = components.map((each) => `${"  ".repeat(input.name ? 0 : each.depth - base)}${each.id} ${each.name}${each.key === undefined ? "" : ` key=${each.key}`}${each.element ? ` ${each.element}` : ""}`);
    const omitted = matched - components.length;
    return { ok: true, text: [...lines, ...(omitted > 0 ? [`… ${omitted} more: raise limit, or pass id, ref or name`] : [])].join("\n"), total, frameworks, components, ...(omitted > 0 && { omitted }) };
  },
});

const inspect = defineTool({
  ...common,
  name: "components.inspect",
  summary: "Show the component that an element belongs to: props, state or hooks, source, and those above it.",
  details: "Values are cut: four levels deep, fifty entries, strings at 300 characters. `source` is there in development builds. Vue's `state` is what setup returned and data.",
  input: z.object({ ref, id }),
  output: z.object({
    ok: z.literal(true),
    ...named,
    props: z.record(z.string(), z.unknown()),
    state: z.unknown().optional(),
    hooks: z.array(z.object({ hook: z.string(), value: z.unknown() })).optional(),
    attrs: z.record(z.string(), z.unknown()).optional(),
    source: z.string().optional(),
    above: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  examples: [{ ref: "e12" }, { id: "c3" }],
  cli: { positional: ["ref"] },
  run: async (api, input) => {
    oneOf(input);
    if (input.ref === undefined && input.id === undefined) throw new ToolError("bad-input", "say which: ref or id", "components.tree gives ids, snapshot and find give refs.");
    const found = await ask(api, { ask: "inspect", id: input.id }, input.ref);
    if (found.none) throw found.components === 0 ? noApp("there are no components on this page") : new ToolError("not-found", input.id ? `no component ${input.id} is mounted` : `${input.ref} belongs to no component`, "Look again with components.tree.");
    return { ok: true, ...found };
  },
});

const renders = defineTool({
  ...common,
  name: "components.renders",
  summary: "Count re-renders by component and cause: start, act on the page, then read.",
  details: "`start` begins anew; `read` tells what was rendered since, `reset` also begins to count anew, `stop` ends it. Causes: `state` (hooks included), `props: a, b`, `parent` (nothing of its own has changed: a candidate for memo). It ends with the document.",
  input: z.object({ action: z.enum(["start", "read", "reset", "stop"]).describe("start, then read or stop"), limit: z.number().int().min(1).max(500).optional() }),
  output: z.object({
    ok: z.literal(true),
    watching: z.number().optional().describe("roots"),
    sinceMs: z.number().optional(),
    components: z.array(z.object({ id: z.string(), name: z.string(), framework: z.string(), renders: z.number(), mounts: z.number(), causes: z.record(z.string(), z.number()) })).optional(),
    omitted: z.number().optional(),
  }),
  examples: [{ action: "start" }, { action: "read" }],
  cli: { positional: ["action"] },
  run: async (api, { action, limit = 50 }) => {
    if (action === "start") {
      const { watching } = await ask(api, { ask: "start" });
      if (watching === 0) throw noApp("there is nothing to watch on this page");
      return { ok: true, watching };
    }
    const found = await ask(api, { ask: "renders", stop: action === "stop", reset: action === "reset" });
    if (found.none) throw new ToolError("not-found", "nothing is being watched in this document", 'Call components.renders with action "start" first; a navigation ends it.');
    const omitted = found.components.length - limit;
    return { ok: true, sinceMs: found.sinceMs, components: found.components.slice(0, limit), ...(omitted > 0 && { omitted }) };
  },
});

export default definePlugin({ tools: [tree, inspect, renders] });
