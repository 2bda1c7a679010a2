import { expect, test } from "vitest";
import { titleOf } from "./titleOf.ts";

test.each([
  ["about:blank", "about:blank", ""],
  ["127.0.0.1:8080", "http://127.0.0.1:8080/", ""],
  ["shop.example/cart?id=1", "https://shop.example/cart?id=1", ""],
  ["data:text/html,x", "data:text/html,x", ""],
  ["Cart", "https://shop.example/cart", "Cart"],
])("%j at %s is %j", (title, url, expected) => expect(titleOf({ title, url })).toBe(expected));
