import { z } from "zod";
import { DroverError } from "../protocol/errors.ts";
import type { ClientKind } from "../protocol/messages.ts";
import type { Tool } from "../tools/defineTool.ts";
import { closest } from "../text/closest.ts";

/** What tools take besides their own arguments: `page` those that work on a page, `timeoutMs` those that need a session, `session` all of them. */
const commonSchema = z.object({
  session: z.string().min(1).max(200).optional(),
  page: z.string().min(1).optional(),
  timeoutMs: z.number().optional(),
});

export interface ParsedCall {
  common: { session?: string; page?: string; timeoutMs?: number };
  input: Record<string, unknown>;
}

/** Checks a call's input against its tool. The refusal names the argument, what it may be, and the nearest known name. */
export function parseInput(tool: Tool, given: Record<string, unknown>, client: ClientKind): ParsedCall {
  const own = tool.input.shape;
  const common = Object.keys(commonSchema.shape).filter((key) => !(key in own) && takes(tool, key));
  const commonGiven: Record<string, unknown> = {};
  const ownGiven: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    (common.includes(key) ? commonGiven : ownGiven)[key] = value;
  }
  const unknown = Object.keys(ownGiven).filter((key) => !(key in own));
  if (unknown.length > 0) throw unknownArguments(tool, unknown, [...Object.keys(own), ...common]);
  const shared = commonSchema.safeParse(commonGiven);
  const input = tool.input.safeParse(ownGiven);
  const issues = [...(shared.error?.issues ?? []), ...(input.error?.issues ?? [])];
  if (!shared.success || !input.success) throw invalidArguments(tool, issues, client);
  return { common: shared.data, input: input.data };
}

/** Programs send `session` with every call; what works on none lets it be. */
function takes({ needs }: Tool, key: string): boolean {
  if (needs === "daemon") return key === "session";
  return needs === "page" || key !== "page";
}

function unknownArguments(tool: Tool, unknown: string[], valid: string[]): DroverError {
  const [first] = unknown;
  const near = first && closest(first, valid);
  return new DroverError("bad-input", `${tool.name} has no argument ${unknown.map((name) => `"${name}"`).join(", ")}`, {
    hint: `${near ? `Did you mean "${near}"? ` : ""}Arguments: ${valid.join(", ")}.`,
  });
}

function invalidArguments(tool: Tool, issues: z.core.$ZodIssue[], client: ClientKind): DroverError {
  const lines = issues.slice(0, 5).map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message));
  return new DroverError("bad-input", `${tool.name}: ${lines.join("; ")}`, {
    hint: client === "cli" || client === "repl" ? `\`drover help ${tool.name.replaceAll("_", "-")}\` shows how it is used.` : exampleOf(tool),
  });
}

const exampleOf = ({ examples: [first] }: Tool): string | undefined => first && `Example: ${JSON.stringify(first)}`;
