import { z } from "zod";
import { noBrowserAt } from "../../browser/attachEndpoint.ts";
import { findEngine, type FoundEngine } from "../../browser/findEngine.ts";
import type { EngineName, EnginePage } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import { borrowBrowser } from "./sharedBrowsers.ts";

export interface TargetInfo {
  /** A CDP target id or a BiDi browsing context. */
  id: string;
  url: string;
  title: string;
  kind: string;
}

export interface ListOptions {
  /** Found out when it is not given. */
  engine?: EngineName;
  /** Only pages whose URL this regular expression matches, anywhere. */
  url?: string | RegExp;
}

/**
 * The open pages of the browser that listens at `endpoint`: a port, `http://127.0.0.1:9222` or a WebSocket URL, for
 * Chromium and its kin (CDP) or Firefox (WebDriver BiDi).
 */
export async function listTargets(endpoint: string, options: ListOptions = {}): Promise<TargetInfo[]> {
  const found = await findEngine(endpoint, options.engine);
  const all = found.engine === "chromium" ? await chromiumTargets(found) : await firefoxTargets(found);
  const fits = expressionOf(options.url);
  return fits ? all.filter(({ url }) => fits.test(url)) : all;
}

/** Chromium tells over plain HTTP, without anybody attaching to its pages. */
async function chromiumTargets({ socket }: FoundEngine): Promise<TargetInfo[]> {
  const { host } = new URL(socket);
  const targets = await readTargets(`http://${host}/json/list`).catch((cause: unknown) => {
    throw noBrowserAt(host, cause);
  });
  return targets.filter(({ type }) => type === "page").map(({ id, type, url, title }) => ({ id, url, title, kind: type }));
}

const targetList = z.array(z.object({ id: z.string(), type: z.string(), url: z.string(), title: z.string() }));

async function readTargets(address: string): Promise<z.infer<typeof targetList>> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
  return targetList.parse(await answer.json());
}

async function firefoxTargets(found: FoundEngine): Promise<TargetInfo[]> {
  const { browser, giveBack } = await borrowBrowser(found);
  try {
    return browser.pages().map(targetInfo);
  } finally {
    await giveBack();
  }
}

export const targetInfo = ({ id, url, title }: EnginePage): TargetInfo => ({ id, url, title, kind: "page" });

export function expressionOf(given: string | RegExp | undefined): RegExp | undefined {
  if (given === undefined) return undefined;
  try {
    // A global or sticky expression would remember where it was from one page to the next.
    return typeof given === "string" ? new RegExp(given) : new RegExp(given.source, given.flags.replace(/[gy]/g, ""));
  } catch (cause) {
    throw new DroverError("bad-input", `/${String(given)}/ is not a regular expression: ${(cause as Error).message}`, { cause });
  }
}
