import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

// As many as a batch may hold, and more than the session lets listen before it speaks of a leak.
const TIMES = 32;

test("what an action and a wait listen to is let go of at their end", async ({ server }) => {
  await using own = ownHome();
  server.route("/answer", (_, response) => response.end("yes"));
  const url = server.html("/many", page(`<button id=plain>Plain</button><button id=asks onclick="fetch('/answer')">Ask</button>`));
  await own.call("open_session", { session: "many", mode: "incognito" });
  await own.call("navigate", { session: "many", url, mode: "none" });

  const clicks = await own.call("batch", { session: "many", calls: Array.from({ length: TIMES }, () => ({ tool: "click", args: { selector: "#plain", mode: "none" } })) });
  expect(clicks).toMatchObject({ ok: true });
  for (let turn = 0; turn < TIMES; turn++)
    expect(
      await own.call("act_and_wait_for_network", { session: "many", action: { tool: "click", args: { selector: "#asks", mode: "none" } }, match: { urlPattern: "/answer" } }),
    ).toMatchObject({ ok: true });

  expect(readFileSync(own.home.logFile, "utf8")).not.toContain("MaxListenersExceededWarning");
});
