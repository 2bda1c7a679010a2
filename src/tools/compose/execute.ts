import { z } from "zod";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { actionOptions } from "../act/actionInput.ts";
import { defineTool } from "../defineTool.ts";
import { checkedDescriptor } from "./descriptor.ts";

export const execute = defineTool({
  name: "execute",
  family: "compose",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  deadline: "none",
  summary: "Do what a descriptor of plan says.",
  details: `Runs the verb's own tool, with its capability, hooks and deadline. Refused without acting when the descriptor has \`expired\`,
is \`invalid\`, or its element is gone (\`ref-gone\`): then plan again.`,
  input: z.object({ descriptor: z.unknown(), timeoutMs: z.number().nonnegative().optional(), ...actionOptions }),
  output: z.object({
    ok: z.boolean(),
    result: z.unknown(),
    error: z.string().optional(),
    reason: z.enum(["expired", "ref-gone", "invalid"]).optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ descriptor: { id: "f3a1", ref: "e42", verb: "click", args: {}, evidence: {}, expiresAt: 1_765_540_564_000 } }],
  run: async (context, { descriptor, ...options }) => {
    const { verb, ref, args } = checkedDescriptor(descriptor, Date.now());
    await requirePresent(context.page, ref);
    const { ok, data } = await context.call(verb, { ref, ...args, ...options });
    const error = (data as { error?: string | null }).error;
    return { ok, result: data, ...(!ok && error && { error }), ...(error === "ref-gone" && { reason: "ref-gone" as const }) };
  },
});

async function requirePresent(page: SessionPage, ref: string): Promise<void> {
  try {
    const { frame, target } = page.locate({ ref });
    await frame.ask("count", { target });
  } catch (thrown) {
    if (!isDroverError(thrown) || (thrown.code !== "ref-gone" && thrown.code !== "frame-gone")) throw thrown;
    throw new DroverError("ref-gone", thrown.message, { hint: "Plan again: the element is no longer on the page.", failure: { source: "drover" }, fields: { reason: "ref-gone" } });
  }
}
