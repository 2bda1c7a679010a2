import { expect, test } from "vitest";
import { percentReporter } from "./download.ts";
import { aptReporter, distributionOf, installCommand } from "./packageManager.ts";

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

test("of what apt-get says a person reads how far it is, and the end of it when it fails", () => {
  const lines: string[] = [];
  const report = aptReporter((line) => lines.push(line));
  report.line("0 upgraded, 174 newly installed, 0 to remove and 3 not upgraded.");
  report.line("Need to get 112 MB of archives.");
  for (let n = 1; n <= 60; n++) report.line(`Get:${n} http://deb.invalid bookworm/main amd64 lib${n}`);
  for (let n = 1; n <= 30; n++) report.line(`Setting up lib${n} ...`);
  report.line("debconf: delaying package configuration");
  report.line("E: Sub-process returned an error code");
  expect(lines).toEqual([
    "0 upgraded, 174 newly installed, 0 to remove and 3 not upgraded.",
    "Need to get 112 MB of archives.",
    "apt-get: fetched 25",
    "apt-get: fetched 50",
    "apt-get: set up 25",
    "E: Sub-process returned an error code",
  ]);
  report.failed();
  expect(lines.at(-2)).toBe("debconf: delaying package configuration");
  expect(lines.length).toBeLessThan(30);
});
