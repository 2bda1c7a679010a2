import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import { attachEndpoint, firefoxEndpoint } from "../../browser/attachEndpoint.ts";
import { publicEndpoint } from "../../browser/debuggingPipe.ts";
import { type BrowserDescriptor, isAlive, loadDescriptors } from "../../browser/descriptor.ts";
import type { Home } from "../../config/home.ts";
import type { KnownSessions, SessionInfo } from "../commands/sessionInfo.ts";

/** As much of a session's record as can be told without the daemon that wrote it. */
export interface SessionOnDisk {
  plan: Pick<SessionInfo, "id" | "mode" | "browser" | "headless" | "profile" | "endpoint">;
  browserId?: string;
  lastUrl?: string;
}

/** What an earlier daemon wrote down. What cannot be read is left for the next daemon to clear away. */
export function sessionRecords({ sessions }: Home): SessionOnDisk[] {
  return filesOf(sessions).flatMap((name) => {
    return ifPresent(() => {
      const record = JSON.parse(readFileSync(path.join(sessions, name), "utf8")) as Partial<SessionOnDisk>;
      return typeof record.plan?.id === "string" ? [{ ...record, plan: record.plan }] : [];
    }, "the record of a session is damaged; it is left for the next daemon to clear away", []);
  });
}

function filesOf(dir: string): string[] {
  return ifPresent(() => readdirSync(dir).filter((name) => name.endsWith(".json")), "the records of sessions cannot be listed", []);
}

/** The sessions that the next daemon can go on with, and those whose browser is gone. */
export async function sessionsOnDisk(home: Home): Promise<KnownSessions> {
  const running = loadDescriptors(home).filter(isAlive);
  const records = await Promise.all(sessionRecords(home).map(async (record) => ({ record, info: await runningInfo(record, running) })));
  return {
    sessions: records.flatMap(({ info }) => info ?? []),
    lost: records.flatMap(({ info, record: { plan, lastUrl } }) => (info ? [] : [{ id: plan.id, mode: plan.mode, ...(lastUrl && { lastUrl }) }])),
  };
}

async function runningInfo({ plan, browserId, lastUrl }: SessionOnDisk, running: BrowserDescriptor[]): Promise<KnownSessions["sessions"][number] | undefined> {
  const { id, mode, browser, profile } = plan;
  const descriptor = running.find((each) => each.id === browserId);
  if (descriptor) {
    const { pid, engine, headless } = descriptor;
    const endpoint = publicEndpoint(descriptor.endpoint);
    return { id, mode, browser, engine, headless, profile, endpoint, pid, url: lastUrl };
  }
  const endpoint = mode === "attached" ? await attached(plan) : undefined;
  if (endpoint === undefined) return undefined;
  return { id, mode, browser, engine: browser === "firefox" ? "firefox" : "chromium", headless: plan.headless, endpoint, url: lastUrl };
}

/** Firefox has nothing to ask that would not take its only session: it is believed to be there. */
async function attached({ browser, endpoint = "" }: SessionOnDisk["plan"]): Promise<string | undefined> {
  return browser === "firefox" ? firefoxEndpoint(endpoint) : mayFail(attachEndpoint(endpoint), "a browser that a session was attached to may be gone");
}
