import { expect, test } from "vitest";
import { againstBase, baseUrlFor, readBaseUrl } from "./baseUrl.ts";

test.each([
  ["/login", "http://localhost:3000/login"],
  ["login", "http://localhost:3000/app/login"],
  ["?page=2", "http://localhost:3000/app/?page=2"],
  ["https://example.com/", "https://example.com/"],
  ["example.com", "example.com"],
  ["localhost:8080/x", "localhost:8080/x"],
  ["localhost", "localhost"],
  ["about:blank", "about:blank"],
])("%s against a base", (given, expected) => expect(againstBase(given, "http://localhost:3000/app")).toBe(expected));

test("the flag goes before the environment", () => {
  expect(baseUrlFor("http://a", { DROVER_BASE_URL: "http://b" }, "/")).toBe("http://a");
  expect(baseUrlFor(undefined, { DROVER_BASE_URL: "http://b" }, "/")).toBe("http://b");
  expect(baseUrlFor(undefined, {}, "/")).toBeUndefined();
});

test.each([
  [`export default defineConfig({ use: { baseURL: "http://localhost:4321" } })`, "http://localhost:4321"],
  [`use: { baseURL: process.env.BASE ?? 'http://127.0.0.1:1' }`, "http://127.0.0.1:1"],
  [`// baseURL: "http://old"\nuse: { baseURL: \`http://new:1\` }`, "http://new:1"],
  ["use: { baseURL: `http://localhost:${port}` }", undefined],
  ["use: {}", undefined],
])("a configuration's base URL is read and never run", (source, expected) => expect(readBaseUrl(source)).toBe(expected));
