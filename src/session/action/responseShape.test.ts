import { expect, test } from "vitest";
import { responseShape } from "./responseShape.ts";
import { urlPattern } from "./urlPattern.ts";

test.each([
  ['{"id":1,"name":"x"}', ["id", "name"]],
  ['[{"a":1},{"b":2},{"a":3}]', ["[].a", "[].b"]],
  ["[1,2]", []],
  ["not json", undefined],
  ['"text"', undefined],
  ["null", undefined],
])("the shape of %s", (json, shape) => expect(responseShape(json)).toEqual(shape));

test("a shape has at most twenty keys", () => {
  const wide = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
  expect(responseShape(JSON.stringify(wide))).toHaveLength(20);
});

test.each([
  ["https://api.example.com/v1/records?x=1#y", "https://api.example.com/v1/records"],
  ["https://api.example.com/v1/records/42/notes/7", "https://api.example.com/v1/records/:id/notes/:id"],
  ["https://a.example/u/3f2504e0-4f89-11d3-9a0c-0305e82c3301", "https://a.example/u/:id"],
  ["https://a.example/c/507f1f77bcf86cd799439011", "https://a.example/c/:id"],
  ["https://user:pw@a.example/v2/list", "https://a.example/v2/list"],
])("the pattern of %s", (url, pattern) => expect(urlPattern(url)).toBe(pattern));
