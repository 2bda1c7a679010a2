import type { PausedRequest } from "../../engine/port.ts";
import type { Interceptor } from "../interception.ts";
import type { SessionPart } from "../part.ts";
import { crossOriginHeaders } from "../routes.ts";
import type { Session } from "../session.ts";
import { readArchive, type HarArchive } from "./harArchive.ts";
import type { HarEntry } from "./harFormat.ts";

interface Recording {
  archive: HarArchive;
  entry: HarEntry;
  served: number;
}

/** Headers that speak of how the body was carried: here it is plain, whole and of another length. */
const ofTheWire = new Set(["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]);

/**
 * Answers requests from archives; what they do not have goes to the network. A request that was recorded several times
 * gets its answers in the recorded order, and the last one from then on. Earlier archives come first.
 */
export class HarReplay implements SessionPart, Interceptor {
  readonly interceptor: Interceptor = this;
  readonly patterns: readonly string[];
  readonly #recordings = new Map<string, Recording[]>();

  constructor({ plan: { hars = [] } }: Session) {
    this.patterns = hars.length > 0 ? ["*"] : [];
    for (const file of hars) this.#load(readArchive(file));
  }

  async decide(request: PausedRequest): Promise<boolean> {
    const found = this.#find(request);
    if (!found) return false;
    found.served++;
    const { response } = found.entry;
    await request.fulfil({
      status: response.status,
      headers: { ...headersOf(found.entry), ...crossOriginHeaders(request) },
      body: found.archive.body(found.entry),
    });
    return true;
  }

  #load(archive: HarArchive): void {
    for (const entry of archive.entries) {
      if (entry.response.status < 100) continue;
      const key = keyOf(entry.request.method, entry.request.url);
      const known = this.#recordings.get(key) ?? [];
      // Another archive only fills gaps.
      if (known.some((each) => each.archive !== archive)) continue;
      this.#recordings.set(key, [...known, { archive, entry, served: 0 }]);
    }
  }

  #find({ method, url, postData }: PausedRequest): Recording | undefined {
    const all = this.#recordings.get(keyOf(method, url)) ?? [];
    const sameBody = all.filter(({ entry }) => (entry.request.postData?.text ?? "") === (postData ?? ""));
    const candidates = sameBody.length > 0 ? sameBody : all;
    const least = Math.min(...candidates.map(({ served }) => served));
    return candidates.every(({ served }) => served > 0) ? candidates.at(-1) : candidates.find(({ served }) => served === least);
  }
}

const keyOf = (method: string, url: string) => `${method.toUpperCase()} ${url.replace(/#.*$/s, "")}`;

function headersOf({ response }: HarEntry): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of response.headers) {
    const key = name.toLowerCase();
    if (ofTheWire.has(key) || key.startsWith(":")) continue;
    // Cookies come one a line; everything else that is there twice is a list.
    headers[key] = key in headers ? `${headers[key]}${key === "set-cookie" ? "\n" : ", "}${value}` : value;
  }
  return headers;
}
