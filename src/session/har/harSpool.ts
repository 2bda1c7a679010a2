import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import { LineSpool, spoolOf, type SpooledLine } from "../../files/lineSpool.ts";
import { removeFromDisk } from "../../files/onDisk.ts";
import { writeWholeSync } from "../../files/wholeFile.ts";
import type { Attachment } from "./harEntry.ts";

interface Written {
  startedAt: number;
  line: SpooledLine;
}

/** What an entry says of itself, for an archive that is taken up again. */
export interface SpooledEntry {
  startedDateTime: string;
  pageref?: string;
}

/** An archive while it is recorded: entries go to a spool beside it at once; `finish` puts them in order into the archive itself. */
export class HarSpool {
  readonly #target: string;
  readonly #spool: LineSpool;
  readonly #fit: (text: string) => string;
  readonly #written: Written[] = [];
  /** Where bodies go that do not stay in the archive: beside it, or until it is packed. */
  readonly #bodies: string;

  constructor(target: string, fit: (text: string) => string, { goOn = false } = {}) {
    this.#fit = fit;
    this.#target = target;
    this.#bodies = this.#isZip ? `${spoolOf(target)}-bodies` : path.dirname(target);
    if (!goOn) this.#clearBodies();
    this.#spool = new LineSpool(spoolOf(target), fit, { goOn });
  }

  /** The entries that an earlier daemon wrote. */
  *readAgain(): Generator<SpooledEntry> {
    for (const { text, ...line } of this.#spool.readAgain()) {
      const entry = JSON.parse(text) as SpooledEntry;
      this.#written.push({ startedAt: Date.parse(entry.startedDateTime), line });
      yield entry;
    }
  }

  get entries(): number {
    return this.#written.length;
  }

  add(startedAt: number, json: Record<string, unknown>, attachment?: Attachment): void {
    this.#written.push({ startedAt, line: this.#spool.add(this.#fitted(json)) });
    if (attachment) this.#attach(attachment);
  }

  /** Writes the archive and takes the spool away. Returns the archive's size. */
  finish(log: Record<string, unknown>): number {
    const head = this.#fitted({ log: { ...log, entries: [] } }).replace(/\]\}\}$/, "");
    const ordered = this.#written.toSorted((a, b) => a.startedAt - b.startedAt);
    const bytes = this.#isZip ? this.#writeZip(head, ordered) : writeWholeSync(this.#target, this.#pieces(head, ordered));
    this.discard();
    return bytes;
  }

  discard(): void {
    this.#spool.discard();
    this.#clearBodies();
  }

  /** Each text by itself: in JSON a quote in a secret is spelled otherwise. */
  #fitted(json: Record<string, unknown>): string {
    return JSON.stringify(json, (_, value: unknown) => (typeof value === "string" ? this.#fit(value) : value));
  }

  #clearBodies(): void {
    if (this.#isZip) removeFromDisk(this.#bodies);
  }

  get #isZip(): boolean {
    return this.#target.endsWith(".zip");
  }

  #attach({ name, bytes }: Attachment): void {
    // It is named by what is in it.
    const file = path.join(this.#bodies, name);
    if (!existsSync(file)) writeWholeSync(file, bytes);
  }

  #writeZip(head: string, ordered: Written[]): number {
    const names = existsSync(this.#bodies) ? readdirSync(this.#bodies) : [];
    const bodies = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(path.join(this.#bodies, name)))]));
    return writeWholeSync(this.#target, zipSync({ "har.har": Buffer.concat([...this.#pieces(head, ordered)]), ...bodies }));
  }

  *#pieces(head: string, ordered: Written[]): Generator<Uint8Array> {
    yield strToU8(head);
    for (const [index, { line }] of ordered.entries()) yield Buffer.concat([Buffer.from(index === 0 ? "\n" : ",\n"), this.#spool.read(line)]);
    yield strToU8("\n]}}\n");
  }
}
