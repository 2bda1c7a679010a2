import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Outcome } from "../protocol/messages.ts";

/** Says to a client that keeps track of it that the result holds text a web page wrote. Costs the agent no tokens. */
export const UNTRUSTED_KEY = "drover/untrusted";

/** A tool's outcome as MCP content: its text for readers or else its data as compact JSON, then its pictures. */
export function callResult(outcome: Outcome, { untrusted }: { untrusted: boolean }): CallToolResult {
  const { ok, data, text, images = [] } = outcome;
  return {
    content: [
      { type: "text", text: text === undefined ? JSON.stringify(data) : withWarnings(text, data) },
      ...images.map((image) => ({ type: "image" as const, ...image })),
    ],
    ...(!ok && { isError: true }),
    ...(untrusted && { _meta: { [UNTRUSTED_KEY]: true } }),
  };
}

function withWarnings(text: string, data: unknown): string {
  const warnings = (data as { warnings?: unknown } | null)?.warnings;
  if (!Array.isArray(warnings) || warnings.length === 0) return text;
  return `${text}\n${warnings.map((line) => `Warning: ${String(line)}`).join("\n")}`;
}
