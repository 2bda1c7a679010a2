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
  ["localhost:18124", "http://localhost:18124"],
  ["127.0.0.1:80/app", "http://127.0.0.1:80/app"],
  ["example.com", "http://example.com"],
  ["web:3000/", "http://web:3000/"],
  ["[::1]:3000", "http://[::1]:3000"],
  ["http://web", "http://web"],
])("the base %s is %s", (given, expected) => {
  expect(baseUrlFor(given, {}, "/")).toBe(expected);
  expect(baseUrlFor(undefined, { DROVER_BASE_URL: given }, "/")).toBe(expected);
});

test.each(["notaurl", "http://", "/app", "two words", ""])("the base %o is refused", (given) =>
  expect(() => baseUrlFor(given, {}, "/")).toThrow(expect.objectContaining({ code: "bad-input", message: expect.stringContaining("--base-url") })));

test.each([
  [`export default defineConfig({ use: { baseURL: "http://localhost:4321" } })`, "http://localhost:4321"],
  [`use: { baseURL: process.env.BASE ?? 'http://127.0.0.1:1' }`, "http://127.0.0.1:1"],
  [`// baseURL: "http://old"\nuse: { baseURL: \`http://new:1\` }`, "http://new:1"],
  ["use: { baseURL: `http://localhost:${port}` }", undefined],
  ["use: {}", undefined],
])("a configuration's base URL is read and never run", (source, expected) => expect(readBaseUrl(source)).toBe(expected));
