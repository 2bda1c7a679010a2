import { expect } from "vitest";
import { test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

const texts = (lines: Data[]) => lines.map((line) => line.text);

// Only Chromium has an address that crashes a tab.
test("a tab that crashes is told of and works again on the next call", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/crash", "<title>Crash</title>") });
  const crash = await session.call("navigate", { url: "chrome://crash", timeoutMs: 5000 });
  expect(crash.ok).toBe(false);
  expect(crash.error).not.toBe("internal");
  const lines = await until(() => session.call("console_read"), (list) => texts(list).includes("The page crashed."));
  expect(lines.at(-1)).toMatchObject({ type: "error", text: "The page crashed." });
  const after = await session.call("navigate", { url: server.html("/crash", "<title>Crash</title>") });
  expect(after).toMatchObject({ ok: true });
  expect(await session.call("eval_js", { expr: "document.title" })).toMatchObject({ value: "Crash" });
});
