import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { table } from "../text/table.ts";

export const nameRef = defineTool({
  name: "name_ref",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  summary: "Give a ref a name that every tool takes as `named`.",
  details: "The name stays with the element as its ref does. Naming another ref the same moves the name.",
  input: z.object({ name: z.string().trim().min(1).max(100), ref: z.string() }),
  output: z.object({ ok: z.literal(true), name: z.string(), ref: z.string() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ name: "search_input", ref: "e8" }],
  cli: { positional: ["name", "ref"] },
  run: async ({ session }, { name, ref }) => {
    session.refs.name(name, ref);
    return { ok: true as const, name, ref };
  },
});

const named = z.object({ name: z.string(), ref: z.string(), role: z.string(), text: z.string() });

export const listNamedRefs = defineTool({
  name: "list_named_refs",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  summary: "Names given with name_ref.",
  input: z.object({}),
  output: z.object({ ok: z.literal(true), names: z.array(named) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  run: async ({ session }) => ({
    ok: true as const,
    names: session.refs.names().map(({ name, ref }) => {
      const known = session.refs.has(ref) ? session.refs.get(ref).descriptor : undefined;
      return { name, ref, role: known?.role ?? "", text: known?.name ?? "" };
    }),
  }),
  text: ({ names }, style) =>
    style.reader === "person"
      ? table(
          ["NAME", "REF", "ROLE", "TEXT"],
          names.map((each) => [each.name, each.ref, each.role, each.text]),
          style,
        )
      : undefined,
});
