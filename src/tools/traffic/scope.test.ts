import { expect, test } from "vitest";
import { DroverError } from "../../protocol/errors.ts";
import { urlFilter } from "./scope.ts";

test.each<[wanted: string | undefined, url: string, fits: boolean]>([
  [undefined, "https://a.example/", true],
  ["a.example", "https://a.example/x", true],
  ["b.example", "https://a.example/x", false],
  ["/api/items", "https://a.example/api/items?x=1", true],
  ["/api/i", "https://a.example/api/items", true],
  ["**/api/*", "https://a.example/api/items", true],
  ["api/*", "https://a.example/v1/api/items", true],
  ["https://a.example/*", "https://a.example/x/y", false],
  ["/item[s5]$/", "https://a.example/api/items", true],
  ["/ITEMS?$/i", "https://a.example/api/items", true],
  ["/ITEMS?$/", "https://a.example/api/items", false],
])("%s against %s: %s", (wanted, url, fits) => {
  expect(urlFilter(wanted)(url)).toBe(fits);
});

test("an expression that does not parse is refused", () => {
  expect(() => urlFilter("/(/")).toThrow(DroverError);
  expect(() => urlFilter("**/{a")).toThrow(DroverError);
});
