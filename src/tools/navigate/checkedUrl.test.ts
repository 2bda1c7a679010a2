import { expect, test } from "vitest";
import type { SessionContext } from "../context.ts";
import { checkedUrl } from "./checkedUrl.ts";

const context = { session: { activePage: { url: "https://a.test/b/c" } }, bounds: [], client: { capabilities: new Set() } } as unknown as SessionContext;

test.each([
  ["https://b.test", "https://b.test/"],
  ["localhost:3000/x", "http://localhost:3000/x"],
  ["b.test", "http://b.test/"],
  ["./d", "https://a.test/b/d"],
  ["view-source:b.test/x", "view-source:http://b.test/x"],
])("%s is %s", async (given, address) => {
  expect((await checkedUrl(context, given)).href).toBe(address);
});

test.each(["http://", "https://:80", "https://a b.test/", "ftp://"])("%j is no address", async (given) => {
  await expect(checkedUrl(context, given)).rejects.toThrow(expect.objectContaining({ code: "bad-input" }));
});

test.each(["javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "view-source:javascript:alert(1)"])("%j is no way to run a script", async (given) => {
  await expect(checkedUrl(context, given)).rejects.toThrow(expect.objectContaining({ code: "bad-input" }));
});
