import type { ToolInputs, ToolOutputs } from "../../../generated/sdkTools.ts";
import type { ImagePart } from "../../../protocol/messages.ts";
import { call } from "./link.ts";

export type ToolName = keyof ToolInputs & keyof ToolOutputs;

/** What a tool said, or why not. */
export type Answer<Data> = { ok: true; data: Data; images: ImagePart[] } | { ok: false; error: string; message: string; hint?: string };

type Where = { session?: string; page?: string };

/** Calls a tool by its declared types: the daemon has checked what it answers. */
export async function ask<Tool extends ToolName>(tool: Tool, input: ToolInputs[Tool] & Where): Promise<Answer<ToolOutputs[Tool]>> {
  const { ok, data, images = [] } = await call(tool, input);
  if (ok) return { ok, data: data as ToolOutputs[Tool], images };
  const { error = "internal", message = "It did not work.", hint } = data as { error?: string; message?: string; hint?: string };
  return { ok, error, message, ...(hint && { hint }) };
}
