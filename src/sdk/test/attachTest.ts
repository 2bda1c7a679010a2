/** dist/attachTest.js: lends the pages of a Playwright test that another process runs, until that ends. `drover attach tw-…` starts it and reads its first line. */
import { once } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { playwrightTests } from "../../browser/playwrightTests.ts";
import { asDroverError, DroverError } from "../../protocol/errors.ts";
import { LentSession, type Stop } from "./lentSession.ts";
import type { PlaywrightContext, PlaywrightPage } from "./programPage.ts";

interface PlaywrightBrowser {
  contexts(): PlaywrightContext[];
  on(event: "disconnected", listener: () => void): unknown;
}

interface PlaywrightLibrary {
  chromium: { connect(endpoint: string): Promise<PlaywrightBrowser> };
}

async function attach(title: string, session: string): Promise<void> {
  const test = playwrightTests().find((each) => each.title === title);
  if (!test) throw new DroverError("not-found", `no test of that name waits: ${title}`);
  // The test's own Playwright: another version would not understand it.
  const { chromium } = createRequire(path.join(test.playwrightLib, "package.json"))(test.playwrightLib) as PlaywrightLibrary;
  const browser = await chromium.connect(test.endpoint);
  const over = new Promise<void>((resolve) => browser.on("disconnected", () => resolve()));
  const context = browser.contexts().find(isStopped) ?? browser.contexts()[0];
  // Its name is told a moment before it stops.
  if (context?.debugger && !isStopped(context)) await Promise.race([new Promise<void>((resolve) => context.debugger?.on("pausedstatechanged", () => resolve())), over]);
  if (!context || context.pages().length === 0) throw new DroverError("not-attachable", "the test has no page yet", { hint: "Try again when it has: a test opens its page with the first fixture that needs one." });
  const lent = await LentSession.open(session, context.pages(), undefined);
  context.on("page", (page: PlaywrightPage) => void lent.lend(page));
  const first = new Promise<Stop>((resolve) => void lent.follow(context, resolve));
  const stopped = await Promise.race([first, over.then(() => undefined)]);
  process.stdout.write(`${JSON.stringify({ ok: true, stopped })}\n`);
  await Promise.race([over, once(process, "SIGTERM"), lent.over]);
  await lent.close();
}

const isStopped = ({ debugger: debug }: PlaywrightContext): boolean => Boolean(debug?.pausedDetails());

const [title = "", session = ""] = process.argv.slice(2);
try {
  await attach(title, session);
} catch (thrown) {
  process.stdout.write(`${JSON.stringify(asDroverError(thrown).toResult())}\n`);
}
// The library's connections would keep it.
process.exit();
