import { expect, test } from "vitest";
import { refusalKind } from "./refusalKind.ts";

test.each([
  // Code and words as Chromium 14x to 156 sends them.
  [-32_000, "Cannot find context with specified id", "gone"],
  [-32_602, "uniqueContextId not found", "gone"],
  [-32_000, "Execution context was destroyed.", "gone"],
  [-32_000, "Inspected target navigated or closed", "gone"],
  [-32_602, "No frame for given id found", "gone"],
  [-32_001, "Session with given id not found.", "gone"],
  [-32_000, "Not attached to an active page", "gone"],
  [-32_602, "Invalid parameters", "misuse"],
  [-32_602, "Invalid remote object id", "misuse"],
  [-32_602, "a frame was not found in these parameters", "misuse"],
  [-32_601, "'Page.noSuchThing' wasn't found", "misuse"],
  [-32_600, "Message must have string 'method' property", "misuse"],
  [-32_700, "JSON: unexpected token", "misuse"],
  [-32_000, "Object reference chain is too long", "other"],
  [-32_000, "Timezone override is already in effect", "other"],
  [-32_000, "the page navigated", "other"],
  [-32_603, "Internal error", "other"],
  [undefined, "whatever this is", "other"],
] as const)("%s %s is %s", (code, message, kind) => {
  expect(refusalKind(message, code)).toBe(kind);
});
