import { DroverError, type ErrorResult } from "../../protocol/errors.ts";
import type { DaemonContext } from "../context.ts";

export type Answer = Record<string, unknown>;

/** A call of another tool through all its gates; its refusal is this one's. */
export async function innerCall(context: DaemonContext, tool: string, args: Answer): Promise<Answer> {
  const { ok, data } = await context.call(tool, args);
  if (!ok) throw refusalOf(data);
  for (const line of (data as { warnings?: string[] }).warnings ?? []) context.warn(line);
  return data as Answer;
}

export function refusalOf(data: unknown): DroverError {
  const { error, message, hint, failure, coveredBy } = data as ErrorResult;
  return new DroverError(error, message, { ...(hint && { hint }), ...(failure && { failure }), ...(coveredBy !== undefined && { fields: { coveredBy } }) });
}
