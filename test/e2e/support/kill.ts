import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { dial } from "../../../src/client/dial.ts";
import type { TestHome } from "./home.ts";

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

export async function killed(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await expect.poll(() => isRunning(pid), { interval: 10 }).toBe(false);
}

/** Resolves when its sockets are closed too: a process counts as dead while its threads still hold them. */
export async function killDaemon(drover: TestHome): Promise<void> {
  process.kill((await drover.client().status()).pid, "SIGKILL");
  const answers = async () => (await dial(drover.home.socket))?.destroy() !== undefined;
  await expect.poll(answers, { interval: 10 }).toBe(false);
}
