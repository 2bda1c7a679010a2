import { AnyMap, originalPositionFor, type TraceMap } from "@jridgewell/trace-mapping";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { EnginePage } from "../engine/port.ts";
import type { ConsoleEntry } from "./consoleLog.ts";
import type { Session } from "./session.ts";

/** Maps are large: this many are kept, and no more characters than this are ever parsed for one. */
const KEPT = 20;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_CHARACTERS = 48 * 1024 * 1024;
/** A read of the console does not wait longer for a server that has the maps. */
const PATIENCE_MS = 1500;

export interface Position {
  url: string;
  line: number;
  column: number;
}

type Lookup = (position: Position) => Position | undefined;

/**
 * Leads from what the browser ran to what somebody wrote. Maps are looked for when lines are read, never while a page
 * runs: most lines are never read.
 */
export class SourceMaps {
  readonly #session: Session;
  readonly #maps = new Map<string, Promise<TraceMap | undefined>>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** The same lines with original positions, in their stacks too, where there are maps. */
  async original(entries: readonly ConsoleEntry[]): Promise<ConsoleEntry[]> {
    const lookups = new Map<string, Lookup>();
    const mapped = entries.filter(mentionsScript);
    await Promise.all(
      [...new Set(mapped.map(({ pageId }) => pageId))].map(async (pageId) => {
        const page = this.#session.enginePages().find(({ id }) => id === pageId);
        const lines = mapped.filter((entry) => entry.pageId === pageId);
        if (page) lookups.set(pageId, await within(PATIENCE_MS, this.#lookup(page, lines), () => undefined));
      }),
    );
    return entries.map((entry) => withOriginals(entry, lookups.get(entry.pageId)));
  }

  /** Leads places in a page's scripts to where somebody wrote them. */
  originalPlaces(page: EnginePage, places: readonly Position[]): Promise<Lookup> {
    return within(PATIENCE_MS, this.#lookupOf(page, new Set(places.map(({ url }) => url))), () => undefined);
  }

  #lookup(page: EnginePage, lines: ConsoleEntry[]): Promise<Lookup> {
    return this.#lookupOf(page, new Set(lines.flatMap((entry) => [entry.location?.url ?? "", ...positionsIn(entry.text).map(({ url }) => url)])));
  }

  async #lookupOf(page: EnginePage, wanted: ReadonlySet<string>): Promise<Lookup> {
    const named = (await mayFail(Promise.resolve(page.sourceMapUrls?.()), "lines are told as they are when the source maps cannot be found")) ?? new Map<string, string>();
    const maps = new Map<string, TraceMap>();
    await Promise.all(
      [...named]
        .filter(([script]) => wanted.has(script))
        .map(async ([script, mapUrl]) => {
          const map = await this.#map(page, script, mapUrl);
          if (map) maps.set(script, map);
        }),
    );
    return ({ url, line, column }) => {
      const map = maps.get(url);
      const found = map && originalPositionFor(map, { line, column: column - 1 });
      return found?.source ? { url: found.source, line: found.line, column: found.column + 1 } : undefined;
    };
  }

  #map(page: EnginePage, script: string, mapUrl: string): Promise<TraceMap | undefined> {
    const url = URL.canParse(mapUrl, script) ? new URL(mapUrl, script).href : mapUrl;
    const key = url.length > 500 ? `${script} ${url.length} ${url.slice(-200)}` : url;
    const known = this.#maps.get(key);
    if (known) return known;
    const map = mayFail(loadMap(page, script, url), "a source map may be missing or malformed");
    this.#maps.set(key, map);
    if (this.#maps.size > KEPT) this.#maps.delete([...this.#maps.keys()][0]!);
    return map;
  }
}

async function loadMap(page: EnginePage, script: string, url: string): Promise<TraceMap | undefined> {
  const found = await sourceMapText(page, script, url);
  return found && AnyMap(found.json, found.url);
}

/** A script's source map as it was written, and what its addresses are relative to. */
export async function sourceMapText(page: EnginePage, script: string, mapUrl: string): Promise<{ json: string; url: string } | undefined> {
  const url = URL.canParse(mapUrl, script) ? new URL(mapUrl, script).href : mapUrl;
  const inline = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url);
  const text = inline
    ? Buffer.from(inline[1] ? inline[2]! : decodeURIComponent(inline[2]!), inline[1] ? "base64" : "utf8").toString("utf8")
    : (await page.loadResource?.(url, MAX_BYTES))?.toString("utf8");
  if (text === undefined || text.length > MAX_CHARACTERS) return undefined;
  // Some servers put this before the map so that nobody can run it as a script.
  const json = text.replace(/^\)\]\}'?[^\n]*\n/, "");
  return { json, url: inline ? script : url };
}

const position = /((?:https?|file|webpack-internal|blob|eval):[^\s()'"<>]+?):(\d+):(\d+)/g;

const positionsIn = (text: string): Position[] =>
  [...text.matchAll(position)].map(([, url, line, column]) => ({ url: url!, line: Number(line), column: Number(column) }));

const mentionsScript = ({ location, text }: ConsoleEntry) => Boolean(location?.url) || text.includes("://");

function withOriginals(entry: ConsoleEntry, lookup: Lookup | undefined): ConsoleEntry {
  if (!lookup) return entry;
  const location = entry.location && (lookup(entry.location) ?? entry.location);
  const text = entry.text.replaceAll(position, (found, url: string, line: string, column: string) => {
    const original = lookup({ url, line: Number(line), column: Number(column) });
    return original ? `${original.url}:${original.line}:${original.column}` : found;
  });
  return { ...entry, text, ...(location && { location }) };
}

async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
