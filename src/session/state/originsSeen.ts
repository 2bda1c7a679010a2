import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { attempt } from "../../diagnosis/mayFail.ts";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import { sameSite } from "./sameSite.ts";

/**
 * Which origins the pages of a context have been on. Browsers do not tell whose data they keep, so a state can only be
 * captured for origins that were noted; the note lies in the browser's profile and outlives session and daemon.
 */
export class OriginsSeen implements SessionPart {
  readonly #seen = new Set<string>();
  readonly #file: string | undefined;
  /** Ends when no frame's site is being looked up any more. */
  #judged: Promise<unknown> = Promise.resolve();

  constructor({ lease: { descriptor, context } }: Session) {
    this.#file = descriptor && path.join(descriptor.profileDir, `drover-origins${context.id ? `-${context.id}` : ""}.txt`);
  }

  follow({ engine }: SessionPage): void {
    engine.events.on("navigated", ({ frame }) => this.#add(frame));
  }

  note(origin: string): void {
    if (this.#seen.has(origin)) return;
    this.#seen.add(origin);
    const file = this.#file;
    if (file) attempt(() => appendFileSync(file, `${origin}\n`, { mode: 0o600 }), "a profile that is being removed needs no notes");
  }

  /** Those of earlier sessions on the same profile, and of others beside this one, included. */
  async list(): Promise<string[]> {
    await this.#judged;
    return [...new Set([...this.#noted(), ...this.#seen])];
  }

  /** A frame of another site has storage of its own under the page's site, which no page of that other site ever sees. */
  #add(frame: EngineFrame): void {
    const origin = webOrigin(frame.url);
    const pageOrigin = webOrigin(topOf(frame).url);
    if (!origin || !pageOrigin) return;
    if (origin === pageOrigin) this.note(origin);
    else this.#judged = Promise.all([this.#judged, this.#noteIfOneSite(pageOrigin, origin)]);
  }

  async #noteIfOneSite(pageOrigin: string, origin: string): Promise<void> {
    if (await sameSite(pageOrigin, origin)) this.note(origin);
  }

  #noted(): string[] {
    return ifPresent(() => (this.#file ? readFileSync(this.#file, "utf8").split("\n").filter(Boolean) : []), "the note of the origins that a profile has seen cannot be read", []);
  }
}

/** The origin of a web address; undefined for pages that have none. */
export function webOrigin(url: string): string | undefined {
  return /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : undefined;
}

function topOf(frame: EngineFrame): EngineFrame {
  return frame.parent ? topOf(frame.parent) : frame;
}
