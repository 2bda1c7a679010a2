import { z } from "zod";
import { errorCodes } from "../../../src/protocol/errors.ts";
import type { Outcome } from "../../../src/protocol/messages.ts";
import type { Tool } from "../../../src/tools/defineTool.ts";
import { strictly } from "./strictSchema.ts";

const refusal = z.looseObject({
  ok: z.literal(false),
  error: z.enum(errorCodes),
  message: z.string().min(1),
  hint: z.string().min(1).optional(),
  failure: z.looseObject({ source: z.enum(["drover", "app", "unknown"]), hint: z.string().optional() }).optional(),
  warnings: z.array(z.string()).optional(),
});

/** Fails when a result is not what its tool declares: a field too many, one too few, or one of another kind. */
export function requireDeclared(registry: ReadonlyMap<string, Tool>, name: string, { ok, data }: Pick<Outcome, "ok" | "data">): void {
  const tool = registry.get(name);
  if (!tool) return;
  const schema = !ok && !isOwnRefusal(data) ? refusal : strictly(tool.output);
  const parsed = z.safeParse(schema, data);
  if (!parsed.success) throw new UndeclaredResult(`the result of ${name} is not what the tool declares:\n${z.prettifyError(parsed.error)}\n${JSON.stringify(data).slice(0, 2000)}`);
  for (const inner of innerResults(data)) requireDeclared(registry, inner.tool, { ok: isWell(inner.result), data: inner.result });
}

export class UndeclaredResult extends Error {
  override readonly name = "UndeclaredResult";
}

const isWell = (data: unknown): boolean => !(typeof data === "object" && data !== null && "ok" in data && data.ok === false);

/** A tool that reports in its own words what went wrong; actions do. */
const isOwnRefusal = (data: unknown): boolean => typeof data === "object" && data !== null && (!("error" in data && "message" in data) || "snapshotDelta" in data);

const compound = z.object({ results: z.array(z.object({ tool: z.string(), result: z.unknown() })) });

/** Those of `batch`. */
function innerResults(data: unknown): z.output<typeof compound>["results"] {
  const { success, data: found } = compound.safeParse(data);
  return success ? found.results : [];
}
