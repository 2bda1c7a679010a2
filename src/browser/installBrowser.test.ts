import { expect, test } from "vitest";
import { percentReporter } from "./download.ts";
import { distributionOf, installCommand } from "./packageManager.ts";

test("a download reports each tenth once", () => {
  const lines: string[] = [];
  const report = percentReporter("chrome 150", (line) => lines.push(line));
  for (const done of [0, 1e6, 5e6, 20e6, 25e6, 200e6]) report(done, 200e6);
  expect(lines).toEqual([
    "Downloading chrome 150: 0 % of 200 MB",
    "Downloading chrome 150: 10 % of 200 MB",
    "Downloading chrome 150: 100 % of 200 MB",
  ]);
});

test("the distribution is read with or without quotes", () => {
  expect(distributionOf('NAME="Debian"\nVERSION_ID="12"\nID=debian\n')).toBe("debian");
  expect(distributionOf('ID="opensuse-leap"')).toBe("opensuse-leap");
  expect(distributionOf("")).toBe("");
});

test.each(["chromium", "firefox", "ffmpeg"] as const)("there is a command to get %s", (what) => {
  expect(installCommand(what).toLowerCase()).toMatch(/chrom|firefox|ffmpeg/);
});
