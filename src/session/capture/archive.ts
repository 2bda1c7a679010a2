import path from "node:path";
import { settled } from "../../diagnosis/settled.ts";
import type { EngineFrame } from "../../engine/port.ts";
import { AssetNames, typeOfName } from "../../files/assetNames.ts";
import { isDroverError } from "../../protocol/errors.ts";
import type { ResourceKind } from "../../page/capture/api.ts";
import { cssReferences, withReferences, type CssReference } from "./cssReferences.ts";
import { dataUrl } from "./dataUrl.ts";
import type { InlineData } from "./inlineData.ts";
import type { ResourceReader } from "./resourceReader.ts";

export type ArchiveFormat = "directory" | "single-file";

/** A resource that was had. */
interface Stored {
  url: string;
  kind: ResourceKind;
  mime: string;
  /** Of style sheets only: a page may have more of the others than there is memory for. They are in the archive's folder. */
  bytes?: Buffer;
  /** Below the archive's folder. */
  file: string;
  /** What it takes of the budget wherever it stands. */
  cost: number;
  /** Whether that has been taken: a single file has it anew for each reference. */
  isPaid: boolean;
}

interface Options {
  format: ArchiveFormat;
  maxBytes: number;
  reader: ResourceReader;
  /** Puts a file into the archive's folder, which is there only until everything is in a single file. */
  write: (file: string, contents: Uint8Array | string | Iterable<string>) => Promise<void>;
  readBack: (file: string) => Promise<Buffer>;
  /** Of a single file. */
  inline: InlineData;
  /** Of what style sheets refer to, what is taken along. */
  wanted: (frame: EngineFrame, reference: CssReference, url: string) => Promise<boolean>;
  /** Elements that scripts defined are defined in the archive, too. */
  definesElements: boolean;
}

/** How many resources are asked for at a time. */
const AT_ONCE = 6;

/** What a document needs besides its markup: had once each, within a budget, and known by where it is in the archive. */
export class Archive {
  readonly #options: Options;
  readonly #had = new Map<string, Promise<Stored | undefined>>();
  readonly #names = new Map<ResourceKind, AssetNames>();
  readonly #work: Promise<void>[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** What could not be had, and why. */
  readonly dropped = new Map<string, string>();
  #bytes = 0;
  #resources = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get resourceCount(): number {
    return this.#resources;
  }

  get bytesLeft(): number {
    return this.#options.maxBytes - this.#bytes;
  }

  /** Resolves when everything that was referred to is written. */
  async finish(): Promise<void> {
    // Style sheets that are written may ask for more.
    for (let done = 0; done < this.#work.length; ) {
      const now = this.#work.length;
      await Promise.all(this.#work.slice(done));
      done = now;
    }
  }

  /** What is not a resource, such as a frame's markup, counts too. */
  spend(bytes: number): void {
    this.#bytes += bytes;
  }

  drop(what: string, why: string): void {
    this.dropped.set(what, why);
  }

  /** A name for a file of that kind in the archive's folder. */
  fileFor(kind: ResourceKind, url: string, mime = ""): string {
    const names = this.#names.get(kind) ?? new AssetNames();
    this.#names.set(kind, names);
    return `assets/${kind}/${names.nameFor(url, mime)}`;
  }

  /** The address of a resource for a file in the folder `from`; where it cannot be had, its own. */
  async address(frame: EngineFrame, url: string, kind: ResourceKind, from: string): Promise<string> {
    const { bare, fragment } = apart(url);
    const stored = await this.#resource(frame, bare, kind);
    const address = stored && (await this.#addressOf(frame, stored, from, []));
    return address === undefined ? url : address + fragment;
  }

  /** The text of a linked style sheet for a `<style>`; undefined when it cannot be had. */
  async sheetText(frame: EngineFrame, url: string): Promise<string | undefined> {
    const stored = await this.#resource(frame, apart(url).bare, "stylesheet");
    return stored && this.css(frame, await this.#textOf(stored), stored.url, "", [stored.url]);
  }

  /** Style text with addresses that hold in the archive. */
  async css(frame: EngineFrame, text: string, base: string, from: string, within: readonly string[] = []): Promise<string> {
    const references = cssReferences(text);
    const addresses = new Map<CssReference, string>();
    await Promise.all(
      references.map(async (reference) => {
        const address = await this.#referred(frame, reference, base, from, within);
        if (address !== undefined) addresses.set(reference, address);
      }),
    );
    const filled = withReferences(text, references, (reference) => addresses.get(reference));
    return this.#options.definesElements ? filled.replaceAll(/:defined\b/g, ":not(.drover-undefined)") : filled;
  }

  async #referred(frame: EngineFrame, reference: CssReference, base: string, from: string, within: readonly string[]): Promise<string | undefined> {
    const given = reference.url.trim();
    if (given === "" || /^(?:#|data:|about:)/.test(given) || !URL.canParse(given, base)) return undefined;
    const url = new URL(given, base).href;
    const kind = kindOf(reference);
    if (within.includes(url)) return "about:blank";
    if (!(await this.#options.wanted(frame, reference, url))) return url;
    const { bare, fragment } = apart(url);
    const stored = await this.#resource(frame, bare, kind);
    if (!stored) return url;
    // Browsers let no file of the disk be a mask for another one.
    const isMask = this.#options.format === "directory" && /^(?:-webkit-)?mask|^shape-outside$/.test(reference.property);
    const address = isMask ? dataUrl(stored.mime, await this.#bytesOf(stored)) : await this.#addressOf(frame, stored, from, within);
    return address === undefined ? url : address + fragment;
  }

  /** Nothing where there is no room for it once more. */
  async #addressOf(frame: EngineFrame, stored: Stored, from: string, within: readonly string[]): Promise<string | undefined> {
    if (this.#options.format === "directory") return path.posix.relative(from, stored.file).split("/").map(encodeURIComponent).join("/");
    if (!this.#pay(stored)) return undefined;
    if (stored.kind !== "stylesheet") return this.#options.inline.mark(stored.mime, { file: stored.file });
    return this.#options.inline.mark("text/css", { text: await this.css(frame, await this.#textOf(stored), stored.url, "", [...within, stored.url]) });
  }

  /** The first reference is paid with the resource. */
  #pay(stored: Stored): boolean {
    if (stored.isPaid && stored.cost > this.bytesLeft) {
      this.drop(named(stored.url), OVER);
      return false;
    }
    if (stored.isPaid) this.spend(stored.cost);
    stored.isPaid = true;
    return true;
  }

  async #bytesOf({ bytes, file }: Stored): Promise<Buffer> {
    return bytes ?? this.#options.readBack(file);
  }

  /** A byte order mark says nothing in a text that is decoded. */
  async #textOf(stored: Stored): Promise<string> {
    return (await this.#bytesOf(stored)).toString("utf8").replace(/^\uFEFF/, "");
  }

  #resource(frame: EngineFrame, url: string, kind: ResourceKind): Promise<Stored | undefined> {
    const known = this.#had.get(url) ?? this.#take(frame, url, kind);
    this.#had.set(url, known);
    return known;
  }

  async #take(frame: EngineFrame, url: string, kind: ResourceKind): Promise<Stored | undefined> {
    if (!/^(?:https?|file|blob|data):/.test(url)) return undefined;
    const had = await this.#inTurn(() => this.#store(frame, url, kind));
    if (had && kind === "stylesheet" && this.#options.format === "directory") {
      const writing = this.#writeSheet(frame, had);
      void settled(writing);
      this.#work.push(writing);
    }
    return had;
  }

  /** A style sheet is written when what it refers to has its place; two may refer to each other. */
  async #writeSheet(frame: EngineFrame, sheet: Stored): Promise<void> {
    const text = await this.css(frame, await this.#textOf(sheet), sheet.url, path.posix.dirname(sheet.file));
    await this.#options.write(sheet.file, text);
  }

  async #store(frame: EngineFrame, url: string, kind: ResourceKind): Promise<Stored | undefined> {
    const read = await this.#read(frame, url, kind);
    if (!read || kind === "stylesheet") return read;
    const { bytes, ...stored } = read;
    await this.#options.write(stored.file, bytes);
    return stored;
  }

  async #read(frame: EngineFrame, url: string, kind: ResourceKind): Promise<(Stored & { bytes: Buffer }) | undefined> {
    const { format, reader } = this.#options;
    const dearer = format === "single-file" ? 4 / 3 : 1;
    try {
      const { bytes, mime } = await reader.read(frame, url, Math.floor(this.bytesLeft / dearer));
      const cost = Math.ceil(bytes.length * dearer);
      if (cost > this.bytesLeft) {
        this.drop(named(url), OVER);
        return undefined;
      }
      this.#bytes += cost;
      this.#resources++;
      const file = this.fileFor(kind, url, mime);
      return { url, kind, mime: mime || typeOfName(file), bytes, file, cost, isPaid: false };
    } catch (thrown) {
      if (!isDroverError(thrown) || thrown.code === "not-writable" || thrown.code === "context-gone") throw thrown;
      this.drop(named(url), thrown.code === "too-large" ? OVER : thrown.message);
      return undefined;
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }
}

/** Why something was left out that could have been had. */
export const OVER = "over the size cap (maxSizeMb)";

const named = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url);

function kindOf({ form, property }: CssReference): ResourceKind {
  if (form === "import") return "stylesheet";
  return property === "src" ? "font" : "image";
}

function apart(url: string): { bare: string; fragment: string } {
  const hash = url.startsWith("data:") ? -1 : url.indexOf("#");
  return hash === -1 ? { bare: url, fragment: "" } : { bare: url.slice(0, hash), fragment: url.slice(hash) };
}
