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

test("of documents that are left it keeps fewer, and of those that are shown all", () => {
  const refs = new RefRegistry();
  refs.record("page", "inner", minted(1, 10), 11);
  refs.record("page", "main", minted(11, 3_000), 3_011);
  refs.leave("main");
  refs.record("page", "main", minted(3_011, 3_000), 6_011);
  expect(["e1", "e2010", "e2011", "e3010", "e3011"].map((ref) => refs.has(ref))).toEqual([true, false, true, true, true]);
  expect(refs.get("e3010")).toMatchObject({ ref: "e3010", frameId: "main" });
});
