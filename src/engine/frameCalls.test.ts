import { expect, test } from "vitest";
import { isDroverError } from "../protocol/errors.ts";
import { frameRefusal } from "./frameCalls.ts";
import type { EngineFrame } from "./port.ts";
import type { RefusalKind } from "./refusal.ts";

const frame = (detached: boolean) => ({ id: "F", url: "https://a.example/", detached }) as EngineFrame & { detached: boolean };

test.each<[RefusalKind, { detached: boolean; moved: boolean }, string]>([
  ["gone", { detached: false, moved: false }, "context-gone"],
  ["gone", { detached: true, moved: true }, "frame-gone"],
  ["misuse", { detached: false, moved: false }, "internal"],
  ["misuse", { detached: false, moved: true }, "internal"],
  ["misuse", { detached: true, moved: true }, "internal"],
  ["other", { detached: false, moved: true }, "context-gone"],
  ["other", { detached: true, moved: false }, "frame-gone"],
])("a refusal that means %s with %j is %s", (kind, { detached, moved }, code) => {
  const cause = Object.assign(new Error("as the browser says it"), { kind });
  const thrown = frameRefusal(frame(detached), cause, moved);
  expect(isDroverError(thrown) && thrown.code).toBe(code);
  expect(thrown.cause).toBe(cause);
});

test("one that nobody knows stays as it is while the document does, and ends as internal", () => {
  const cause = Object.assign(new Error("as the browser says it"), { kind: "other" as const });
  expect(frameRefusal(frame(false), cause, false)).toBe(cause);
});
