import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Outcome } from "../protocol/messages.ts";
import { tooLarge } from "../protocol/tooLarge.ts";
import { escaped, visibleJson } from "../text/escape.ts";

/** Says to a client that keeps track of it that the result holds text a web page wrote. Costs the agent no tokens. */
export const UNTRUSTED_KEY = "drover/untrusted";

/** Clients made with the TypeScript SDK hang up on a line longer than this, and with it on all of Drover. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;
/** For what else is in the line. */
const ENVELOPE_BYTES = 16 * 1024;

/** A tool's outcome as the client gets it. */
export function callResult(outcome: Outcome): CallToolResult {
  const result = contentOf(outcome);
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return bytes + ENVELOPE_BYTES <= MAX_LINE_BYTES ? result : contentOf(tooLarge(bytes, MAX_LINE_BYTES));
}

/** A tool's outcome as MCP content: its text for readers or else its data as compact JSON, then its pictures, which may speak for themselves. */
function contentOf(outcome: Outcome): CallToolResult {
  const { ok, data, images = [], warnings = [], untrusted } = outcome;
  const text = outcome.text === undefined ? visibleJson(JSON.stringify(data)) : withWarnings(outcome.text, data);
  return {
    content: [
      ...(text === "" && images.length > 0 ? [] : [{ type: "text" as const, text }]),
      ...images.map((image) => ({ type: "image" as const, ...image })),
      ...warnings.map((line) => ({ type: "text" as const, text: `Warning: ${escaped(line)}` })),
    ],
    ...(!ok && { isError: true }),
    ...(untrusted && { _meta: { [UNTRUSTED_KEY]: true } }),
  };
}

function withWarnings(text: string, data: unknown): string {
  const warnings = (data as { warnings?: unknown } | null)?.warnings;
  if (!Array.isArray(warnings)) return text;
  const unsaid = warnings.map(String).filter((line) => !text.includes(line) && !text.includes(visibleJson(JSON.stringify(line))));
  return [text, ...unsaid.map((line) => `Warning: ${escaped(line)}`)].filter(Boolean).join("\n");
}
