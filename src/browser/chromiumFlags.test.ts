import { expect, test } from "vitest";
import { chromiumFlags } from "./chromiumFlags.ts";

const flags = (choice: Partial<Parameters<typeof chromiumFlags>[0]> = {}): string[] =>
  chromiumFlags({ profileDir: "/p", headless: true, sandbox: true, ...choice });

test("the sandbox is off only when asked", () => {
  expect(flags()).not.toContain("--no-sandbox");
  expect(flags({ sandbox: false })).toContain("--no-sandbox");
});

test("only a headed browser opens a window of its own", () => {
  expect(flags().at(-1)).toBe("--no-startup-window");
  expect(flags({ headless: false }).at(-1)).toBe("about:blank");
  expect(flags({ headless: false })).not.toContain("--headless=new");
});

test("a caller's window size replaces ours, and features that it disables join ours", () => {
  expect(flags({ extraArgs: ["--window-size=800,600"] }).filter((flag) => flag.startsWith("--window-size"))).toEqual([
    "--window-size=800,600",
  ]);
  const disabled = flags({ extraArgs: ["--disable-features=Mine"] }).filter((flag) => flag.startsWith("--disable-features="));
  expect(disabled).toEqual([expect.stringMatching(/Translate.*,Mine$/)]);
});

test("a browser under automation does not say so in a bar", () => {
  expect(flags()).not.toContain("--enable-automation");
});
