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

test.each([
  [{ code: "EISDIR", syscall: "open", path: "/w/shots" }, "/w/shots is a folder"],
  [{ code: "EISDIR", syscall: "rename", path: "/w/x.tmp", dest: "/w/x" }, "/w/x is a folder"],
  [{ code: "ENOTDIR", syscall: "mkdir", path: "/dev/null/x" }, "/dev/null/x leads through a file"],
  [{ code: "EEXIST", syscall: "mkdir", path: "/w/file" }, "/w/file is there already"],
])("a path that will not do is its caller's to change: %o", (fields, message) =>
  expect(asDroverError(Object.assign(new Error(fields.code), fields))).toMatchObject({ code: "bad-path", message }));

test("anything else that was thrown is a bug, with its message kept", () => {
  expect(asDroverError(new TypeError("x is not a function"))).toMatchObject({ code: "internal", message: "x is not a function" });
  expect(asDroverError("text")).toMatchObject({ code: "internal", message: "text" });
});
