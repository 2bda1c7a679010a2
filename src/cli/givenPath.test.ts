import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { atGivenPath } from "./givenPath.ts";

test.each([
  [["nowhere", "x.png"], "bad-input", /^there is no folder .*nowhere$/],
  [["file", "x.png"], "bad-input", /file is not a folder$/],
  [["."], "bad-input", / is a folder$/],
])("%s is refused in plain words", (place, code, message) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-given-"));
  try {
    writeFileSync(path.join(dir, "file"), "");
    const file = path.join(dir, ...place);
    expect(() => atGivenPath(file, () => writeFileSync(file, ""))).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test.each(["EACCES", "EPERM", "EROFS"])("%s is a matter of rights", (code) =>
  expect(() => atGivenPath("x", () => { throw Object.assign(new Error(code), { code }); })).toThrow(expect.objectContaining({ code: "not-writable" })));
