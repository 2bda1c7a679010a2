import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import type { Attachment } from "./harEntry.ts";

interface Written {
  startedAt: number;
  offset: number;
  length: number;
}

/** What an entry says of itself, for an archive that is taken up again. */
export interface SpooledEntry {
  startedDateTime: string;
  pageref?: string;
}

/**
 * An archive while it is recorded. Entries go to a file beside it at once, each on a line, so that a long recording neither
 * fills the daemon's memory nor ends with it; `finish` puts them in order into the archive itself.
 */
export class HarSpool {
  readonly #target: string;
  readonly #file: string;
  readonly #descriptor: number;
  readonly #written: Written[] = [];
  /** Where bodies go that do not stay in the archive: beside it, or until it is packed. */
  readonly #bodies: string;
  #length = 0;

  constructor(target: string, { goOn = false } = {}) {
    this.#target = target;
    this.#file = `${target}.recording`;
    this.#bodies = this.#isZip ? `${this.#file}-bodies` : path.dirname(target);
    if (!goOn) this.#clear();
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    this.#descriptor = openSync(this.#file, goOn && existsSync(this.#file) ? "r+" : "w+", 0o600);
  }

  /** The entries that an earlier daemon wrote. One that it was killed over is lost. */
  *readAgain(): Generator<SpooledEntry> {
    const there = readFileSync(this.#file);
    for (let end; (end = there.indexOf("\n", this.#length)) !== -1; ) {
      const entry = JSON.parse(there.toString("utf8", this.#length, end)) as SpooledEntry;
      this.#written.push({ startedAt: Date.parse(entry.startedDateTime), offset: this.#length, length: end - this.#length });
      this.#length = end + 1;
      yield entry;
    }
  }

  get entries(): number {
    return this.#written.length;
  }

  add(startedAt: number, json: Record<string, unknown>, attachment?: Attachment): void {
    const line = Buffer.from(`${JSON.stringify(json)}\n`);
    writeSync(this.#descriptor, line, 0, line.length, this.#length);
    this.#written.push({ startedAt, offset: this.#length, length: line.length - 1 });
    this.#length += line.length;
    if (attachment) this.#attach(attachment);
  }

  /** Writes the archive and takes the spool away. Returns the archive's size. */
  finish(log: Record<string, unknown>): number {
    const head = JSON.stringify({ log: { ...log, entries: [] } }).replace(/\]\}\}$/, "");
    const ordered = this.#written.toSorted((a, b) => a.startedAt - b.startedAt);
    const bytes = this.#isZip ? this.#writeZip(head, ordered) : this.#writePlain(head, ordered);
    this.discard();
    return bytes;
  }

  discard(): void {
    closeSync(this.#descriptor);
    this.#clear();
  }

  #clear(): void {
    rmSync(this.#file, { force: true });
    if (this.#isZip) rmSync(this.#bodies, { recursive: true, force: true });
  }

  get #isZip(): boolean {
    return this.#target.endsWith(".zip");
  }

  #attach({ name, bytes }: Attachment): void {
    mkdirSync(this.#bodies, { recursive: true, mode: 0o700 });
    // It is named by what is in it.
    const file = path.join(this.#bodies, name);
    if (!existsSync(file)) writeFileSync(file, bytes, { mode: 0o600 });
  }

  #writePlain(head: string, ordered: Written[]): number {
    const draft = `${this.#target}.tmp`;
    const descriptor = openSync(draft, "w", 0o600);
    let length = 0;
    try {
      for (const piece of this.#pieces(head, ordered)) length += writeSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, this.#target);
    return length;
  }

  #writeZip(head: string, ordered: Written[]): number {
    const names = existsSync(this.#bodies) ? readdirSync(this.#bodies) : [];
    const bodies = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(path.join(this.#bodies, name)))]));
    const zip = zipSync({ "har.har": Buffer.concat([...this.#pieces(head, ordered)]), ...bodies });
    writeFileSync(this.#target, zip, { mode: 0o600 });
    return zip.length;
  }

  *#pieces(head: string, ordered: Written[]): Generator<Uint8Array> {
    yield strToU8(head);
    for (const [index, { offset, length }] of ordered.entries()) {
      const piece = Buffer.alloc(length);
      readSync(this.#descriptor, piece, 0, length, offset);
      yield Buffer.concat([Buffer.from(index === 0 ? "\n" : ",\n"), piece]);
    }
    yield strToU8("\n]}}\n");
  }
}
