import { z } from "zod";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { innerCallInput, requireInnerTools, runAction } from "./innerCall.ts";

const pair = z.tuple([z.string().nullable(), z.string().nullable()]);

const changeOutput = z.object({
  path: z.string(),
  tag: z.string(),
  testId: z.string().optional(),
  classDelta: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }).optional(),
  styleDelta: z.record(z.string(), pair).optional(),
  attrDelta: z.record(z.string(), pair).optional(),
  textDelta: pair.optional(),
});

export const actAndDiff = defineTool({
  name: "act_and_diff",
  family: "compose",
  capability: "read",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: false,
  deadline: "none",
  summary: "Run one action and list the DOM changes it caused in a scope.",
  details: `For states that show only in classes, \`aria-*\`, \`data-*\` or inline styles. Each entry of \`changed\` gives before and after.
\`scope\` is a CSS selector (default: body) that must match before and after the action.`,
  input: z.object({ action: innerCallInput, scope: z.string().min(1).optional() }),
  output: z.object({
    ok: z.boolean(),
    action: z.unknown(),
    diff: z.object({
      changed: z.array(changeOutput),
      added: z.number(),
      removed: z.number(),
      counts: z.object({ changed: z.number(), added: z.number(), removed: z.number() }),
    }),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ action: { tool: "click", args: { ref: "e21" } }, scope: ".timeline" }],
  run: async (context, { action, scope = "body" }) => {
    await requireInnerTools(context, "act_and_diff", [action]);
    const frame = context.page.engine.mainFrame;
    await frame.ask("noteDom", { scope });
    const { ok, data } = await runAction(context, action);
    try {
      return { ok, action: data, diff: await frame.ask("diffDom", { scope }) };
    } catch (thrown) {
      if (!isDroverError(thrown) || thrown.code === "internal") throw thrown;
      throw new DroverError(thrown.code, thrown.message, { hint: thrown.hint, fields: { action: data } });
    }
  },
});
