import { expect, test } from "vitest";
import { noBrowser } from "./launchFor.ts";

test.each([
  ["chromium", "drover install chromium"],
  ["firefox", "drover install firefox"],
  ["edge", "microsoft.com/edge"],
  ["brave", "brave.com"],
  ["chrome", "google.com/chrome"],
])("whoever lacks %s hears of %s", (browser, way) => {
  const { code, hint } = noBrowser(browser);
  expect(code).toBe("no-browser");
  expect(hint).toContain(way);
  expect(hint?.includes("drover install")).toBe(["chromium", "firefox"].includes(browser));
});
