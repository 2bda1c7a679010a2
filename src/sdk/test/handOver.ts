import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { resolveHome } from "../../config/home.ts";
import { callSite } from "../../diagnosis/callSite.ts";
import { attempt } from "../../diagnosis/mayFail.ts";
import type { DroverSession } from "../droverSession.ts";
import { LentSession, type Stop } from "./lentSession.ts";
import type { PlaywrightPage, ProgramPage, PuppeteerPage } from "./programPage.ts";

export interface HandOverOptions {
  /** What the session is called that drives the page. Default: `test-` and something of its own. */
  session?: string;
  /** The folder that a whole Drover lives in. Default: `DROVER_HOME`, else the OS's place for application data. */
  home?: string;
  /** Says where the test stands and how it is let go on. Default: to standard error. */
  say?: (text: string) => void;
}

/**
 * Stops a test at this line and hands its very page over: Drover's commands and agents drive it until `drover resume` lets the test go on.
 *
 * ```ts
 * await page.getByRole("button", { name: "Buy" }).click();
 * await handOver(page);
 * ```
 *
 * @param subject a page of Playwright or Puppeteer on Chromium, or a session of `drover`
 */
export async function handOver(subject: PlaywrightPage | PuppeteerPage | DroverSession, { session, home, say = (text) => void process.stderr.write(`${text}\n`) }: HandOverOptions = {}): Promise<void> {
  const stop = placeOf(callSite(handOver).stack ?? "");
  if (isSession(subject)) {
    await subject.stopTest(stop, { onProgress: () => say(howTo(stop, subject.id, false)) });
    return;
  }
  forgoTimeout();
  const id = session ?? `test-${randomBytes(3).toString("hex")}`;
  const lent = await LentSession.open(id, [subject], home === undefined ? undefined : resolveHome({ ...process.env, DROVER_HOME: home }));
  const context = contextOf(subject);
  const goOn = await lent.standsAt(stop, () => say(howTo(stop, id, context?.debugger !== undefined)));
  if (goOn.how === "on" || goOn.how === "closed" || !context?.debugger) return lent.close();
  // From here on the test runs beside: its next action stops by itself.
  subject.on("close", () => void lent.close());
  if (goOn.how === "to" && goOn.file !== undefined) await context.debugger.runTo({ file: goOn.file, ...(goOn.line !== undefined && { line: goOn.line }) });
  else await context.debugger.requestPause();
  void lent.follow(context);
}

const isSession = (subject: ProgramPage | DroverSession): subject is DroverSession => "stopTest" in subject;

const contextOf = (page: ProgramPage) => ("createCDPSession" in page ? undefined : page.context());

const FRAME = /\(?(?<file>(?:file:\/\/)?[^()\s][^()]*):(?<line>\d+):\d+\)?$/;

/** The line that called, by the stack below `handOver`. */
function placeOf(stack: string): Stop {
  const frame = stack.split("\n").find((line) => FRAME.test(line.replace(/^\s*at (async )?/, "")));
  const { file = "", line } = FRAME.exec(frame?.replace(/^\s*at (?:async )?(?:[^(]*(?=\())?/, "") ?? "")?.groups ?? {};
  return file === "" ? {} : { file: file.startsWith("file://") ? fileURLToPath(file) : file, line: Number(line) };
}

/** What a person or an agent at a shell reads. Only Playwright stops before each of its actions. */
function howTo({ file, line }: Stop, session: string, steps: boolean): string {
  return [
    `The test stands${file === undefined ? "" : ` at ${path.relative(process.cwd(), file)}:${line}`}, and session "${session}" drives its page:`,
    `  drover snapshot --session ${session}      any other command too; agents: session "${session}"`,
    `  drover resume --session ${session}        lets it go on${steps ? "; --step to the next action, --to file:line" : ""}`,
  ].join("\n");
}

/** Playwright's runner would end a test that waits; the test's own copy of it is the one that knows the test. */
function forgoTimeout(): void {
  attempt(() => {
    const { test } = createRequire(path.join(process.cwd(), "tests.js"))("@playwright/test") as { test: { info(): { setTimeout(ms: number): void } } };
    test.info().setTimeout(0);
  }, "other runners have no such thing");
}
