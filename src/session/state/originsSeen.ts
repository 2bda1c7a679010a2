import { appendFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { attempt } from "../../diagnosis/mayFail.ts";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { BrowserLease } from "../browserPool.ts";

/**
 * Which origins the pages of a context have been on. Browsers do not tell whose data they keep, so a state can only be
 * captured for origins that were noted; the note lies in the browser's profile and outlives session and daemon.
 */
export class OriginsSeen {
  readonly #seen = new Set<string>();
  readonly #file: string | undefined;

  constructor({ descriptor, context }: BrowserLease) {
    this.#file = descriptor && path.join(descriptor.profileDir, `drover-origins${context.id ? `-${context.id}` : ""}.txt`);
  }

  add(frame: EngineFrame): void {
    const origin = webOrigin(frame.url);
    if (origin && keepsDataForItself(frame, origin)) this.note(origin);
  }

  note(origin: string): void {
    if (this.#seen.has(origin)) return;
    this.#seen.add(origin);
    const file = this.#file;
    if (file) attempt(() => appendFileSync(file, `${origin}\n`, { mode: 0o600 }), "a profile that is being removed needs no notes");
  }

  /** Those of earlier sessions on the same profile, and of others beside this one, included. */
  list(): string[] {
    return [...new Set([...this.#noted(), ...this.#seen])];
  }

  #noted(): string[] {
    return ifPresent(() => (this.#file ? readFileSync(this.#file, "utf8").split("\n").filter(Boolean) : []), "the note of the origins that a profile has seen cannot be read", []);
  }
}

/** The origin of a web address; undefined for pages that have none. */
export function webOrigin(url: string): string | undefined {
  return /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** A frame of another site has storage of its own under the page's site, which no page of that other site ever sees. */
function keepsDataForItself(frame: EngineFrame, origin: string): boolean {
  let top = frame;
  while (top.parent) top = top.parent;
  const topOrigin = webOrigin(top.url);
  return top === frame || (topOrigin !== undefined && siteOf(topOrigin) === siteOf(origin));
}

const siteOf = (origin: string) => new URL(origin).hostname.split(".").slice(-2).join(".");
