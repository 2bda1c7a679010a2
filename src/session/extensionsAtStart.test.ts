import { expect, test } from "vitest";
import { chromiumIdOf, foldersAtStart, startingWith } from "./extensionsAtStart.ts";

test("an extension has the id that Chromium gives it", () => {
  // As Chromium 156 told them.
  if (process.platform !== "win32") expect(chromiumIdOf("/tmp/h20-exp/ext", undefined)).toBe("bgooamccoffbfdjgdcedfpbmmplpbndk");
});

test("folders are added to the flags of a browser, and taken away again", () => {
  const flags = startingWith(["--mute-audio"], ["/a", "/b"]);
  expect(flags).toContain("--load-extension=/a,/b");
  expect(foldersAtStart(flags)).toEqual(["/a", "/b"]);
  expect(foldersAtStart(startingWith(flags, ["/b"]))).toEqual(["/b"]);
  expect(startingWith(flags, [])).toEqual(["--mute-audio"]);
  expect(foldersAtStart([])).toEqual([]);
  expect(() => startingWith([], ["/a,b"])).toThrow("without a comma");
});
