import type { ResponseStart } from "../../engine/port.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";

export interface ResponseMatch {
  /** A part of the URL, in any case. */
  urlPattern?: string;
  method?: string;
  status?: number;
}

export interface MatchedResponse {
  matched: boolean;
  method?: string;
  url?: string;
  status?: number;
}

export interface ResponseWait {
  within(ms: number, signal: AbortSignal): Promise<MatchedResponse>;
  end(): void;
}

/** Listens from now on for a response on any page of a session; without a page left there is nothing to wait for. */
export function armResponseWait(session: Session, match: ResponseMatch): ResponseWait {
  const stops: (() => void)[] = [];
  let found: (response: MatchedResponse) => void = () => undefined;
  const first = new Promise<MatchedResponse>((resolve) => (found = resolve));
  const watch = (page: SessionPage) => {
    const heard = (response: ResponseStart) => {
      const request = session.parts.network.entries.toArray().findLast((entry) => entry.pageId === page.id && entry.engineId === response.id);
      const method = request?.method ?? "GET";
      if (fits(match, { url: response.url, method, status: response.status })) found({ matched: true, method, url: response.url, status: response.status });
    };
    page.engine.events.on("response", heard);
    stops.push(() => page.engine.events.off("response", heard));
  };
  session.pages().forEach(watch);
  session.events.on("pageopened", watch);
  const closed = () => {
    if (session.pages().length === 0) found({ matched: false });
  };
  session.events.on("pageclosed", closed);
  stops.push(() => session.events.off("pageopened", watch).off("pageclosed", closed));
  return {
    within: (ms, signal) => firstWithin(first, ms, signal),
    end: () => stops.forEach((stop) => stop()),
  };
}

function fits({ urlPattern, method, status }: ResponseMatch, response: { url: string; method: string; status: number }): boolean {
  if (urlPattern !== undefined && !response.url.toLowerCase().includes(urlPattern.toLowerCase())) return false;
  if (method !== undefined && response.method.toUpperCase() !== method.toUpperCase()) return false;
  return status === undefined || response.status === status;
}

async function firstWithin(first: Promise<MatchedResponse>, ms: number, signal: AbortSignal): Promise<MatchedResponse> {
  let over: () => void = () => undefined;
  const nothing = new Promise<MatchedResponse>((resolve) => (over = () => resolve({ matched: false })));
  const timer = setTimeout(over, ms);
  signal.addEventListener("abort", over, { once: true });
  try {
    return await Promise.race([first, nothing]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", over);
  }
}
