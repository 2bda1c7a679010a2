import { expect, test } from "vitest";
import { callSite, raisedAt } from "./callSite.ts";

function send(): Promise<never> {
  const site = callSite(send);
  return new Promise((_, reject) => setImmediate(() => reject(raisedAt(new TypeError("refused\nin two lines"), site))));
}

async function whoAsked(): Promise<void> {
  await Promise.resolve();
  await send();
}

test("an error that arrives later has the stack of who asked, across awaits", async () => {
  const failed = await whoAsked().then(
    () => undefined,
    (error: Error) => error,
  );
  const lines = failed?.stack?.split("\n") ?? [];
  expect(lines.slice(0, 3)).toEqual(["TypeError: refused", "in two lines", expect.stringContaining("whoAsked")]);
  expect(failed?.stack).not.toContain("at send");
});
