import type { Robot } from "robots-parser";
import { noteFailure } from "../../../diagnosis/mayFail.ts";
import { DroverError, isDroverError } from "../../../protocol/errors.ts";
import { ROBOT_NAME, webRequest, type WebRequest } from "./webRequest.ts";

interface Rules {
  robot: Robot | undefined;
  /** The file could not be had, which means that nothing may be asked (RFC 9309). */
  unavailable?: number;
  until: number;
}

const HOLDS_MS = 600_000;
const MAX_BYTES = 512 * 1024;
const MAX_DELAY_SECONDS = 30;
const MAX_SITES = 500;

/** What sites say that programs may ask them for. */
export class Robots {
  readonly #sites = new Map<string, Promise<Rules>>();

  /** Refuses what a site does not want programs to fetch. Gives the seconds that it wants between two requests. */
  async allow(url: URL, request: Omit<WebRequest, "maxBytes" | "mayGo">): Promise<number> {
    const { robot, unavailable } = await this.#rulesOf(url.origin, request);
    if (unavailable !== undefined) throw kept(url, `its robots.txt answers ${unavailable}, which means that nothing may be asked`);
    if (robot?.isDisallowed(url.href, ROBOT_NAME)) throw kept(url, "the site's robots.txt asks programs to stay away from it");
    return Math.min(robot?.getCrawlDelay(ROBOT_NAME) ?? 0, MAX_DELAY_SECONDS);
  }

  async #rulesOf(origin: string, request: Omit<WebRequest, "maxBytes" | "mayGo">): Promise<Rules> {
    const known = await this.#sites.get(origin);
    if (known && known.until > Date.now()) return known;
    const asked = this.#ask(origin, request);
    this.#sites.set(origin, asked);
    asked.catch((thrown: unknown) => {
      noteFailure(thrown, "whoever asked is told; the next one asks again");
      this.#sites.delete(origin);
    });
    const [oldest] = this.#sites.keys();
    if (this.#sites.size > MAX_SITES && oldest !== undefined) this.#sites.delete(oldest);
    return asked;
  }

  async #ask(origin: string, request: Omit<WebRequest, "maxBytes" | "mayGo">): Promise<Rules> {
    const until = Date.now() + HOLDS_MS;
    const address = `${origin}/robots.txt`;
    const { robotsParser } = await import("../libraries.ts");
    try {
      const { status, body } = await webRequest(new URL(address), { ...request, maxBytes: MAX_BYTES });
      if (status >= 500) return { robot: undefined, unavailable: status, until };
      return { robot: status === 200 ? robotsParser(address, body.toString("utf8")) : undefined, until };
    } catch (thrown) {
      // A site that sends everybody round in circles has no such file; one that is not there is told of by the request itself.
      if (isDroverError(thrown) && thrown.code === "fetch-failed") return { robot: undefined, until };
      throw thrown;
    }
  }
}

const kept = (url: URL, reason: string): DroverError =>
  new DroverError("refused", `${url.href} was not asked: ${reason}`, { failure: { source: "app", kind: "robots" }, hint: "ignoreRobots=true asks all the same; whether that is right is for you to say." });
