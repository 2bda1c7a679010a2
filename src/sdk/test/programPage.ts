import { z } from "zod";
import type { PageChannel } from "../../engine/handedPages.ts";

/** What is used of Playwright's `Debugger`, which stops a context's actions. */
export interface PlaywrightDebugger {
  pausedDetails(): { location: { file: string; line?: number }; title: string } | null;
  on(event: "pausedstatechanged", listener: () => void): unknown;
  requestPause(): Promise<void>;
  resume(): Promise<void>;
  next(): Promise<void>;
  runTo(location: { file: string; line?: number }): Promise<void>;
}

interface PlaywrightChannel {
  send(method: never, params?: never): Promise<unknown>;
  on(event: "event", listener: (event: { method: string; params?: object }) => void): unknown;
}

/** What is used of a `BrowserContext` of Playwright. */
export interface PlaywrightContext {
  readonly debugger?: PlaywrightDebugger;
  pages(): PlaywrightPage[];
  newCDPSession(page: never): Promise<PlaywrightChannel>;
  on(event: "page", listener: (page: PlaywrightPage) => void): unknown;
}

/** What is used of a `Page` of Playwright. */
export interface PlaywrightPage {
  context(): PlaywrightContext;
  url(): string;
  title(): Promise<string>;
  bringToFront(): Promise<void>;
  on(event: "close" | "load", listener: () => void): unknown;
}

interface PuppeteerChannel {
  send(method: never, params?: never): Promise<unknown>;
  on(event: "*", listener: (method: never, params: never) => void): unknown;
}

/** What is used of a `Page` of Puppeteer. */
export interface PuppeteerPage {
  createCDPSession(): Promise<PuppeteerChannel>;
  url(): string;
  title(): Promise<string>;
  bringToFront(): Promise<void>;
  on(event: "close" | "load", listener: () => void): unknown;
}

export type ProgramPage = PlaywrightPage | PuppeteerPage;

const data = z.record(z.string(), z.unknown()).catch({});

/** The page's own channel, in one form whoever's it is. */
export async function channelOf(page: ProgramPage): Promise<PageChannel> {
  const bringToFront = () => page.bringToFront();
  if ("createCDPSession" in page) {
    const session = await page.createCDPSession();
    return {
      send: async (method, params) => data.parse(await session.send(method as never, params as never)),
      // Mitt tells of its own symbols too.
      onEvent: (hear) => session.on("*", (method: unknown, params: unknown) => typeof method === "string" && hear(method, data.parse(params))),
      bringToFront,
    };
  }
  const session = await page.context().newCDPSession(page as never);
  return {
    send: async (method, params) => data.parse(await session.send(method as never, params as never)),
    onEvent: (hear) => session.on("event", ({ method, params }) => hear(method, data.parse(params))),
    bringToFront,
  };
}
