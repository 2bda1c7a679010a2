import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { workspacePath } from "./workspacePath.ts";

let root: string;
let workspace: string;

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "drover-ws-"));
  workspace = path.join(root, "workspace");
  mkdirSync(workspace);
  writeFileSync(path.join(root, "secret"), "s");
});

afterEach(() => rmSync(root, { recursive: true }));

test("paths inside are resolved", () => {
  expect(workspacePath(workspace, "a/b.png")).toBe(path.join(workspace, "a", "b.png"));
  expect(workspacePath(workspace, path.join(workspace, "c.png"))).toBe(path.join(workspace, "c.png"));
});

test.each(["../secret", "a/../../secret", "/etc/passwd", "nul\0byte", ".."])("%j is refused", (given) => {
  expect(() => workspacePath(workspace, given)).toThrow(expect.objectContaining({ code: "bad-path" }));
});

test("a folder that only begins with the workspace's name is outside", () => {
  mkdirSync(`${workspace}-2`);
  expect(() => workspacePath(workspace, `${workspace}-2/x`)).toThrow(expect.objectContaining({ code: "bad-path" }));
});

test("symbolic links that lead out are refused, also those to files that do not exist yet", () => {
  symlinkSync(root, path.join(workspace, "out"));
  symlinkSync(path.join(root, "nothing-there"), path.join(workspace, "dangling"));
  expect(() => workspacePath(workspace, "out/secret")).toThrow(expect.objectContaining({ code: "bad-path" }));
  expect(() => workspacePath(workspace, "dangling")).toThrow(expect.objectContaining({ code: "bad-path" }));
});
