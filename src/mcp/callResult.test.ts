import { expect, test } from "vitest";
import { callResult, UNTRUSTED_KEY } from "./callResult.ts";

test("data becomes compact JSON, pictures follow", () => {
  const image = { mimeType: "image/png", data: "AAAA" };
  expect(callResult({ ok: true, data: { ok: true, n: [1, 2] }, images: [image] })).toEqual({
    content: [{ type: "text", text: '{"ok":true,"n":[1,2]}' }, { type: "image", ...image }],
  });
});

test("a tool's own text is taken as it is, and its warnings are not lost", () => {
  const outcome = { ok: true, data: { ok: true, warnings: ["slow page"] }, text: "- button [ref=e1]" };
  expect(callResult({ ...outcome, untrusted: true })).toEqual({
    content: [{ type: "text", text: "- button [ref=e1]\nWarning: slow page" }],
    _meta: { [UNTRUSTED_KEY]: true },
  });
});

test("the warnings of a list come after it", () => {
  expect(callResult({ ok: true, data: [1], warnings: ["started again"] }).content).toEqual([
    { type: "text", text: "[1]" },
    { type: "text", text: "Warning: started again" },
  ]);
});

test("a refusal is an error to the client", () => {
  expect(callResult({ ok: false, data: { ok: false, error: "timeout" } })).toMatchObject({ isError: true });
});

test("a result that a client would hang up on is refused instead", () => {
  const outcome = { ok: true, data: { ok: true, body: "x".repeat(10 * 1024 * 1024) } };
  const { content, isError } = callResult({ ...outcome, untrusted: true });
  expect(isError).toBe(true);
  expect(JSON.parse((content[0] as { text: string }).text)).toMatchObject({ ok: false, error: "too-large", message: expect.stringContaining("10.5 MB") });
  expect(callResult({ ok: true, data: { ok: true, body: "x".repeat(10_000_000) }, untrusted: true }).isError).toBeUndefined();
});
