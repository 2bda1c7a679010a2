import type { RefusalKind } from "../refusal.ts";

/** JSON-RPC's codes for a command that could not be read: parse error, invalid request, no such method, invalid parameters. */
const MISUSE = new Set([-32_700, -32_600, -32_601, -32_602]);
const SESSION_NOT_FOUND = -32_001;

/**
 * How Chromium says that a document, a frame or a target is no longer there. It has no code for that: some of these come as
 * -32000, which means anything, and some as invalid parameters. So they are told by their words, whole.
 */
const gone = new Set([
  "Cannot find context with specified id",
  "Cannot find default execution context",
  "uniqueContextId not found",
  "Execution context was destroyed.",
  "Inspected target navigated or closed",
  "Could not find object with given id",
  "Could not find node with given id",
  "Could not create isolated world",
  "Frame with the given id was not found.",
  "Frame with the given id does not belong to the target.",
  "Frame with the given frameId is not found.",
  "No frame for given id found",
  "No frame for given id found in this target",
  "No frame with given id found",
  "No frame found with the given frameId",
  "No document for given frame found",
  "No node with given id found",
  "No node found for given backend id",
  "Node with given id does not belong to the document",
  "No target with given id",
  "No target with given id found",
  "Not attached to an active page",
  "Target closed",
  "Target crashed",
  "The DevTools session is not attached to a frame",
  "The frame is navigating or being destroyed.",
  "Internal error: context is destroyed",
  "Promise was collected",
]);

export function refusalKind(message: string, code?: number): RefusalKind {
  if (gone.has(message) || code === SESSION_NOT_FOUND) return "gone";
  return code !== undefined && MISUSE.has(code) ? "misuse" : "other";
}
