import { expect, test } from "vitest";
import { DroverError, asDroverError, errorCodes } from "./errors.ts";

test("error codes are listed in order, each once", () => {
  expect([...errorCodes]).toEqual([...new Set(errorCodes)].toSorted());
});

test("a refusal becomes a result with its fields, and stays itself", () => {
  const refusal = new DroverError("covered", "it is covered", { hint: "move it", fields: { by: "div" } });
  expect(refusal.toResult()).toEqual({ ok: false, error: "covered", message: "it is covered", hint: "move it", by: "div" });
  expect(asDroverError(refusal)).toBe(refusal);
});

test("a full disk is the machine's trouble and not called a bug", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  expect(asDroverError(full)).toMatchObject({ code: "not-writable", message: full.message, hint: expect.stringContaining("space") });
});

test("anything else that was thrown is a bug, with its message kept", () => {
  expect(asDroverError(new TypeError("x is not a function"))).toMatchObject({ code: "internal", message: "x is not a function" });
  expect(asDroverError("text")).toMatchObject({ code: "internal", message: "text" });
});
