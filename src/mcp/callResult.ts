import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Outcome } from "../protocol/messages.ts";

/** Says to a client that keeps track of it that the result holds text a web page wrote. Costs the agent no tokens. */
export const UNTRUSTED_KEY = "drover/untrusted";

/** A tool's outcome as MCP content: its text for readers or else its data as compact JSON, then its pictures, which may speak for themselves. */
export function callResult(outcome: Outcome, { untrusted }: { untrusted: boolean }): CallToolResult {
  const { ok, data, images = [] } = outcome;
  const text = outcome.text === undefined ? JSON.stringify(data) : withWarnings(outcome.text, data);
  return {
    content: [
      ...(text === "" && images.length > 0 ? [] : [{ type: "text" as const, text }]),
      ...images.map((image) => ({ type: "image" as const, ...image })),
    ],
    ...(!ok && { isError: true }),
    ...(untrusted && { _meta: { [UNTRUSTED_KEY]: true } }),
  };
}

function withWarnings(text: string, data: unknown): string {
  const warnings = (data as { warnings?: unknown } | null)?.warnings;
  if (!Array.isArray(warnings)) return text;
  const unsaid = warnings.map(String).filter((line) => !text.includes(line));
  return [text, ...unsaid.map((line) => `Warning: ${line}`)].filter(Boolean).join("\n");
}
