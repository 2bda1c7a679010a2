import { z } from "zod";
import { DroverError, type ErrorResult } from "../../protocol/errors.ts";
import type { ImagePart, Outcome } from "../../protocol/messages.ts";
import type { DaemonContext } from "../context.ts";
import { expectInput, unmet } from "./expectation.ts";

/** A call inside another: what act_and_* take. */
export const innerCallInput = z.object({ tool: z.string().min(1), args: z.record(z.string(), z.unknown()).optional() });

/** One entry of batch and flake_check. */
const batchCallInput = innerCallInput.extend({ label: z.string().optional(), expect: expectInput.optional() });

export type InnerCall = z.output<typeof innerCallInput>;
export type BatchCall = z.output<typeof batchCallInput>;

const MAX_CALLS = 32;
export const callsInput = z.array(batchCallInput).min(1).max(MAX_CALLS, `at most ${MAX_CALLS} calls; split longer sequences`);

export const callResultOutput = z.object({
  tool: z.string(),
  label: z.string().optional(),
  ok: z.boolean(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});

export type CallResult = z.output<typeof callResultOutput>;

/** Refuses tools that may not run inside another call, before anything has run. */
export async function requireInnerTools(context: DaemonContext, outer: string, calls: InnerCall[]): Promise<void> {
  for (const [index, { tool: name }] of calls.entries()) {
    const tool = await context.toolNamed(name);
    const where = calls.length > 1 ? `calls.${index}: ` : "";
    if (!tool) throw new DroverError("unknown-tool", `${where}there is no tool "${name}"`);
    if (tool.batch ?? tool.needs !== "daemon") continue;
    const why = tool.family === "compose" ? "compounds do not nest" : "it would block or outlive the call";
    throw new DroverError("bad-input", `${where}${name} may not be called from ${outer}: ${why}`, { fields: { tool: name } });
  }
}

/** Runs one inner call through its own gate, hooks and deadline, and holds its result against what is expected. */
export async function runInner(context: DaemonContext, call: BatchCall): Promise<{ entry: CallResult; images: ImagePart[] }> {
  const outcome = await context.call(call.tool, call.args ?? {});
  const miss = outcome.ok && call.expect ? unmet(call.expect, outcome.data) : undefined;
  const error = outcome.ok ? miss : errorOf(outcome);
  const entry: CallResult = {
    tool: call.tool,
    ...(call.label !== undefined && { label: call.label }),
    ok: error === undefined,
    result: outcome.data,
    ...(error !== undefined && { error }),
  };
  return { entry, images: outcome.images ?? [] };
}

function errorOf({ data }: Outcome): string {
  const { error, message } = data as Partial<ErrorResult>;
  return message ? `${error}: ${message}` : (error ?? "it said no");
}

/** The action of act_and_*: its result, whatever it is. */
export async function runAction(context: DaemonContext, action: InnerCall): Promise<{ ok: boolean; data: unknown }> {
  const { ok, data } = await context.call(action.tool, action.args ?? {});
  return { ok, data };
}

/** For a tool that is made of others: what one of them refuses it refuses, in its words. */
export function orThrow({ ok, data }: Outcome): void {
  if (ok) return;
  const { error, message, hint, ok: _, ...fields } = data as ErrorResult;
  throw new DroverError(error, message ?? error, { ...(hint !== undefined && { hint }), fields });
}
