import { expect, test } from "vitest";
import { refusalKind } from "./refusalKind.ts";

test.each([
  ["no such frame", "Browsing Context with id abc not found", "gone"],
  ["no such handle", "Unable to find an object reference for \"handle\" abc", "gone"],
  ["stale element reference", "The element with the reference abc is stale", "gone"],
  ["unknown error", "AbortError: Actor 'MessageHandlerFrame' destroyed before query 'MessageHandlerFrameParent:sendCommand' was resolved", "gone"],
  ["unknown error", "DiscardedBrowsingContextError: BrowsingContext does no longer exist", "gone"],
  ["unknown error", "TypeError: can't access property \"windowGlobalParent\", browsingContext.currentWindowGlobal is null", "gone"],
  ["invalid argument", "Expected \"context\" to be a string, got [object Number] 3", "misuse"],
  ["invalid argument", "Expected \"url\" to be a valid URL, AbortError", "misuse"],
  ["unknown command", "script.noSuchThing", "misuse"],
  ["unknown error", "NS_ERROR_UNKNOWN_HOST", "other"],
  ["unknown error", "RangeError: out of everything", "other"],
  ["unsupported operation", "no script runs here", "other"],
  ["move target out of bounds", "(1, 2) is out of bounds", "other"],
  ["a code of tomorrow", "whatever this is", "other"],
] as const)("%s: %s is %s", (code, message, kind) => {
  expect(refusalKind(code, message)).toBe(kind);
});
