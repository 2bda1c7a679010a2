import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { carriedOut } from "./carriedOut.ts";
import { DEADLINE_MS, engines, extensionFacts, id } from "./shapes.ts";

export const extensionsList = defineTool({
  name: "extensions_list",
  family: "extensions",
  capability: "extensions",
  effect: "read",
  needs: "session",
  tells: "own",
  summary: "Extensions that were loaded into the session's browser.",
  input: z.object({}),
  output: z.array(extensionFacts),
  engines,
  examples: [{}],
  run: ({ session }) => session.parts.extensions.list(),
});

export const extensionsUninstall = defineTool({
  name: "extensions_uninstall",
  family: "extensions",
  capability: "extensions",
  effect: "destructive",
  needs: "session",
  tells: "own",
  summary: "Take an extension out of the session's browser, with what it stored.",
  input: z.object({ id }),
  output: z.object({ ok: z.literal(true), session: z.string(), uninstalled: z.string(), loaded: z.array(extensionFacts), tokensEstimate: z.number().optional() }),
  deadline: DEADLINE_MS,
  engines,
  examples: [{ id: "ext-9f2c1a0b7d3e" }],
  cli: { positional: ["id"] },
  run: async (context, { id: wanted }) => {
    const session = await carriedOut(context, await context.session.parts.extensions.uninstall(wanted));
    return { ok: true as const, session: session.id, uninstalled: wanted, loaded: await session.parts.extensions.list() };
  },
});
