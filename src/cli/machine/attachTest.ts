import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { PlaywrightTest } from "../../browser/playwrightTests.ts";
import { DroverError, type ErrorCode } from "../../protocol/errors.ts";
import type { Invocation } from "../commands/ownCommand.ts";

interface Said {
  ok: boolean;
  error?: ErrorCode;
  message?: string;
  hint?: string;
  stopped?: { file?: string; line?: number; title?: string };
}

/** Takes over a Playwright test that waits (`--debug=cli`): a process of its own lends the test's page for as long as the test lives. */
export async function attachTest(call: Invocation, { title, browserName }: PlaywrightTest): Promise<number> {
  if (browserName !== "chromium") throw new DroverError("unsupported-engine", `the test runs in ${browserName}, which lends no pages`, { hint: "Run it with --project of a Chromium, or --browser chromium." });
  const session = call.text("session") ?? title;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "attachTest.js"), title, session], { detached: true, stdio: ["ignore", "pipe", "ignore"], env: process.env });
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), once(child, "exit").then(() => ['{"ok":false}'])])) as [string];
  const { ok, error, message, hint, stopped } = JSON.parse(line) as Said;
  if (!ok) throw new DroverError(error ?? "internal", message ?? "the test cannot be driven", { ...(hint !== undefined && { hint }) });
  child.stdout.destroy();
  child.unref();
  const at = stopped ? `The test stands at ${stopped.file}${stopped.line === undefined ? "" : `:${stopped.line}`} (${stopped.title}). ` : "";
  const of = `--session ${session}`;
  return call.show({ ok: true, session, stopped: stopped ?? null }, `${at}Session "${session}" drives its page.\n  drover snapshot ${of}     or any other command\n  drover resume ${of}       lets it go on; --step to the next action, --to file:line`);
}
