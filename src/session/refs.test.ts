import { expect, test } from "vitest";
import { RefRegistry } from "./refs.ts";

const minted = (from: number, count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`e${from + index}`, { role: "button", name: "", tag: "button", path: "" }]));

test("a session keeps the newest refs, as many as one reading may give out, and never uses a number twice", () => {
  const refs = new RefRegistry();
  refs.record("page", "frame", minted(1, 6_000), 6_001);
  refs.record("page", "frame", minted(6_001, 6_000), 12_001);
  expect([refs.has("e2000"), refs.has("e2001"), refs.has("e12000"), refs.next]).toEqual([false, true, true, 12_001]);
  expect(() => refs.get("e1")).toThrow("e1 is not a ref of this session");
});
