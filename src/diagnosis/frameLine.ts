import { unlessMalformed } from "./unlessMalformed.ts";
import type { Frame } from "./frameLog.ts";

/** Takes secrets out of a text. */
export type Mask = (text: string) => string;

const MAX_STRING = 200;
const HIDDEN = "…";

/**
 * A frame as a line that a stranger may read: which command, for whom, and the shape of what it carried. What pages hold and people
 * type is in the frames too, so a text is told only where the protocol itself chose it (ids, types, addresses, reasons); of
 * any other only its length is.
 */
export function frameLine(frame: Frame, mask: Mask): string {
  const { at, direction, id, method, sessionId, length } = frame;
  const told = JSON.stringify(toldParts(parsed(frame), mask));
  const words = [
    new Date(at).toISOString().slice(11, 23),
    direction === "sent" ? "→" : "←",
    id ?? "event",
    method,
    sessionId && `[${sessionId.slice(0, 8)}]`,
    told,
    length > frame.text.length && `(${length} characters)`,
  ];
  return words.filter((word) => word !== undefined && word !== false && word !== "").join(" ");
}

function parsed({ text, length }: Frame): unknown {
  // Not JSON: the browser's fault, and then its text may be anything.
  return unlessMalformed(() => JSON.parse(text.length < length ? endedEarly(text) : text), HIDDEN);
}

/** Makes JSON that was cut off whole again: without the part that was cut in two. */
export function endedEarly(text: string): string {
  const open: string[] = [];
  let end = 0;
  let closing = "";
  for (let index = 0, quoted = false; index < text.length; index++) {
    const char = text[index]!;
    if (char === "\\") index++;
    else if (char === '"') quoted = !quoted;
    if (quoted || !"{}[],".includes(char)) continue;
    if (char === "{") open.push("}");
    else if (char === "[") open.push("]");
    else if (char !== ",") open.pop();
    end = char === "," ? index : index + 1;
    closing = open.toReversed().join("");
  }
  return text.slice(0, end) + closing;
}

/** The parts of a message besides what its line says already. */
function toldParts(message: unknown, mask: Mask): unknown {
  if (typeof message !== "object" || message === null) return message;
  const { id: _, method: __, sessionId: ___, type, params, result, ...rest } = message as Record<string, unknown>;
  const failed = "error" in rest;
  const content = params ?? result ?? (Array.isArray(message) ? message : undefined);
  if (failed) return told({ ...(typeof rest["error"] === "object" ? rest["error"] : rest) }, "", mask, isFaultText);
  return told(content ?? { type }, "", mask, isProtocolText);
}

/** Held under these keys: what pages and people say, whatever its shape. */
const contents = new Set([
  "value", "values", "data", "args", "arguments", "headers", "cookies", "preview", "properties", "postDataEntries", "deepSerializedValue", "associatedCookies",
  "blockedCookies", "credentials", "windowsVirtualKeyCode", "nativeVirtualKeyCode",
]);

const protocolWords = new Set([
  "type", "subtype", "className", "method", "url", "documentURL", "baseURL", "origin", "securityOrigin", "context", "contexts", "frame", "navigation", "parent", "realm",
  "sandbox", "userContext", "worldName", "name", "state", "reason", "errorText", "errorReason", "event", "events", "mimeType", "resourceType", "protocol", "format",
  "behavior", "policy", "phase", "phases", "wait", "kind", "product", "revision", "browserVersion", "userAgent", "source", "level", "transitionType", "cause",
]);

const isProtocolText = (key: string): boolean => protocolWords.has(key) || /(?:^i|I)ds?$/.test(key);

const isFaultText = (key: string): boolean => ["message", "error", "data", "stacktrace"].includes(key) || isProtocolText(key);

function told(value: unknown, key: string, mask: Mask, isTold: (key: string) => boolean): unknown {
  if (typeof value === "string") return isTold(key) ? shortened(mask(value)) : `${HIDDEN}${value.length}`;
  if (contents.has(key) && value !== undefined) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => told(item, key, mask, isTold));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, told(item, name, mask, isTold)]));
}

const shortened = (text: string): string => (text.length <= MAX_STRING ? text : `${text.slice(0, MAX_STRING)}${HIDDEN}`);
