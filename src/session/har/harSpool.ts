import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import type { Attachment } from "./harEntry.ts";

interface Written {
  startedAt: number;
  offset: number;
  length: number;
}

/**
 * An archive while it is recorded. Entries go to a file beside it at once, so that a long recording does not fill the
 * daemon's memory; `finish` puts them in order into the archive itself.
 */
export class HarSpool {
  readonly #target: string;
  readonly #file: string;
  readonly #descriptor: number;
  readonly #written: Written[] = [];
  readonly #attachments = new Map<string, Buffer | undefined>();
  #length = 0;

  constructor(target: string) {
    this.#target = target;
    this.#file = `${target}.recording`;
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    this.#descriptor = openSync(this.#file, "w+", 0o600);
  }

  get entries(): number {
    return this.#written.length;
  }

  add(startedAt: number, json: Record<string, unknown>, attachment?: Attachment): void {
    const line = Buffer.from(JSON.stringify(json));
    writeSync(this.#descriptor, line, 0, line.length, this.#length);
    this.#written.push({ startedAt, offset: this.#length, length: line.length });
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
    rmSync(this.#file, { force: true });
  }

  get #isZip(): boolean {
    return this.#target.endsWith(".zip");
  }

  #attach({ name, bytes }: Attachment): void {
    if (this.#attachments.has(name)) return;
    this.#attachments.set(name, this.#isZip ? bytes : undefined);
    if (!this.#isZip) writeFileSync(path.join(path.dirname(this.#target), name), bytes, { mode: 0o600 });
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
    const files = [...this.#attachments].flatMap(([name, bytes]) => (bytes ? [[name, new Uint8Array(bytes)] as const] : []));
    const zip = zipSync({ "har.har": Buffer.concat([...this.#pieces(head, ordered)]), ...Object.fromEntries(files) });
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
