/**
 * Pickers of the File System Access API. What they give are the browser's own handles, to files in a storage bucket of the page's origin:
 * so they iterate, seek, truncate, are cloned into IndexedDB and come back as real ones do. What the page changes is told to the daemon, which
 * changes the workspace; the page's promise waits for that.
 */
import { bytesOfBase64, readBase64 } from "../state/bytes.ts";
import type { GivenEntry, PickerAnswer, PickerApi, PickerChange } from "./api.ts";
import type { Asker } from "./asker.ts";
import type { Kit } from "./kit.ts";

interface Buckets {
  keys(): Promise<string[]>;
  open(name: string): Promise<{ getDirectory(): Promise<FileSystemDirectoryHandle> }>;
}

interface PickerOptions {
  multiple?: boolean;
  suggestedName?: string;
}

type Names = [pick: string, ...names: string[]];

const BUCKET = "picked-files";
const CHUNK = 3 * 1024 * 1024;
const { apply } = Reflect;

/** The browser's own functions: the page may exchange them later, and we do too. */
function natives() {
  const { createWritable, getFile } = FileSystemFileHandle.prototype;
  const { getFileHandle, getDirectoryHandle, removeEntry, resolve } = FileSystemDirectoryHandle.prototype;
  const { write, close, abort } = FileSystemWritableFileStream.prototype;
  const { getWriter } = WritableStream.prototype;
  return { createWritable, getFile, getFileHandle, getDirectoryHandle, removeEntry, resolve, write, close, abort, getWriter };
}

export function wrapPickers(kit: Kit, asker: Asker): void {
  const buckets = (navigator as { storageBuckets?: Buckets }).storageBuckets;
  if (!buckets || !("showOpenFilePicker" in window)) return;
  const native = natives();
  let root: Promise<FileSystemDirectoryHandle> | undefined;
  const rootFolder = () => (root ??= buckets.open(BUCKET).then((bucket) => bucket.getDirectory()));
  const mimeTypes = new Map<string, string>();

  /** Where a handle of ours leads; undefined for those that the page has from elsewhere. */
  async function namesOf(handle: object): Promise<Names | undefined> {
    if (!root && !(await buckets!.keys()).includes(BUCKET)) return undefined;
    const names = (await apply(native.resolve, await rootFolder(), [handle])) as string[] | null;
    const [pick, ...rest] = names ?? [];
    return pick === undefined || rest.length === 0 ? undefined : [pick, ...rest];
  }

  /** A file that was picked lies below its pick under its own name; in a folder that was picked, its name is not the place's. */
  const placeOf = ([pick, first, ...rest]: Names): Pick<PickerChange, "pick" | "names"> => ({ pick, names: first === undefined ? [] : rest });

  async function tell(change: PickerChange): Promise<void> {
    const { failed } = (await asker.ask({ ...change, ask: "pickerChange" })) as { failed?: string };
    if (failed !== undefined) throw new DOMException(failed, "NoModificationAllowedError");
  }

  async function fill(folder: FileSystemDirectoryHandle, name: string, bytes: string | undefined): Promise<FileSystemFileHandle> {
    const handle = (await apply(native.getFileHandle, folder, [name, { create: true }])) as FileSystemFileHandle;
    if (!bytes) return handle;
    const stream = (await apply(native.createWritable, handle, [])) as FileSystemWritableFileStream;
    await apply(native.write, stream, [bytesOfBase64(bytes)]);
    await apply(native.close, stream, []);
    return handle;
  }

  const folderIn = (folder: FileSystemDirectoryHandle, name: string) => apply(native.getDirectoryHandle, folder, [name, { create: true }]) as Promise<FileSystemDirectoryHandle>;

  async function made({ pick, name, kind, bytes, mimeType, tree = [] }: GivenEntry): Promise<FileSystemHandle> {
    const folder = await folderIn(await rootFolder(), pick);
    if (mimeType) mimeTypes.set(pick, mimeType);
    if (kind === "file") return fill(folder, name, bytes);
    const picked = await folderIn(folder, name);
    for (const entry of tree) {
      let at = picked;
      for (const step of entry.names.slice(0, -1)) at = await folderIn(at, step);
      const last = entry.names.at(-1) ?? "";
      if (entry.bytes === undefined) await folderIn(at, last);
      else await fill(at, last, entry.bytes);
    }
    return picked;
  }

  for (const api of ["showOpenFilePicker", "showSaveFilePicker", "showDirectoryPicker"] as const satisfies PickerApi[])
    kit.method(window, api, (open, _self, args) => {
      // Without a person's press the browser's own refuses, in its own words.
      if (!navigator.userActivation.isActive) return open(...args);
      return pick(api, (args[0] ?? {}) as PickerOptions);
    });

  async function pick(api: PickerApi, { suggestedName, multiple }: PickerOptions): Promise<FileSystemHandle | FileSystemHandle[]> {
    const answer = (await asker.ask({ ask: "picker", api, ...(suggestedName !== undefined && { suggestedName: String(suggestedName) }) })) as PickerAnswer;
    if ("refused" in answer) throw new DOMException(answer.message, answer.refused);
    const handles = await Promise.all(answer.entries.slice(0, api === "showOpenFilePicker" && multiple ? undefined : 1).map(made));
    return api === "showOpenFilePicker" ? handles : handles[0]!;
  }

  /** What the page writes to, over the browser's own stream; when it is closed, so is the file on disk. */
  const streams = new WeakSet<object>();
  async function writable(handle: FileSystemFileHandle, names: Names, inner: FileSystemWritableFileStream): Promise<object> {
    const stream = new WritableStream({
      write: (chunk) => apply(native.write, inner, [chunk]) as Promise<void>,
      abort: (reason) => apply(native.abort, inner, [reason]) as Promise<void>,
      close: async () => {
        await apply(native.close, inner, []);
        await save(handle, names);
      },
    });
    Object.setPrototypeOf(stream, FileSystemWritableFileStream.prototype);
    streams.add(stream);
    return stream;
  }

  async function save(handle: FileSystemFileHandle, names: Names): Promise<void> {
    const file = (await apply(native.getFile, handle, [])) as File;
    const place = placeOf(names);
    for (let at = 0; at === 0 || at < file.size; at += CHUNK) {
      const chunk = await readBase64(file.slice(at, at + CHUNK));
      await tell({ ...place, change: "write", chunk, last: at + CHUNK >= file.size });
    }
  }

  async function put(stream: WritableStream, chunk: unknown): Promise<void> {
    const writer = apply(native.getWriter, stream, []) as WritableStreamDefaultWriter;
    try {
      await writer.write(chunk);
    } finally {
      writer.releaseLock();
    }
  }

  kit.method(FileSystemFileHandle.prototype, "createWritable", async (open, self, args) => {
    const inner = (await open(...args)) as FileSystemWritableFileStream;
    const names = await namesOf(self);
    return names ? writable(self as FileSystemFileHandle, names, inner) : inner;
  });
  kit.method(FileSystemWritableFileStream.prototype, "write", (go, self, args) => (streams.has(self) ? put(self as WritableStream, args[0]) : go(...args)));
  kit.method(FileSystemWritableFileStream.prototype, "seek", (go, self, args) => (streams.has(self) ? put(self as WritableStream, { type: "seek", position: args[0] }) : go(...args)));
  kit.method(FileSystemWritableFileStream.prototype, "truncate", (go, self, args) => (streams.has(self) ? put(self as WritableStream, { type: "truncate", size: args[0] }) : go(...args)));
  kit.method(FileSystemFileHandle.prototype, "getFile", async (go, self) => {
    const file = (await go()) as File;
    const names = mimeTypes.size > 0 ? await namesOf(self) : undefined;
    const type = names && mimeTypes.get(names[0]);
    return type === undefined ? file : new File([file], file.name, { type, lastModified: file.lastModified });
  });

  kit.method(FileSystemDirectoryHandle.prototype, "getFileHandle", (go, self, args) => createdIn(self, go, args, async (child) => save(child as FileSystemFileHandle, (await namesOf(child))!)));
  kit.method(FileSystemDirectoryHandle.prototype, "getDirectoryHandle", (go, self, args) =>
    createdIn(self, go, args, async (child) => tell({ ...placeOf((await namesOf(child))!), change: "folder" })),
  );
  /** Tells of what was not there before. */
  async function createdIn(folder: object, go: (...args: unknown[]) => unknown, [name, options]: unknown[], created: (child: object) => Promise<void>): Promise<unknown> {
    if (!(options as { create?: boolean } | undefined)?.create || !(await namesOf(folder))) return go(name, options);
    const there = await (go(name) as Promise<object>).then((found) => found, (thrown: unknown) => {
      if (!(thrown instanceof DOMException) || thrown.name !== "NotFoundError") throw thrown;
      return undefined;
    });
    if (there) return there;
    const child = (await go(name, options)) as object;
    await created(child);
    return child;
  }
  kit.method(FileSystemDirectoryHandle.prototype, "removeEntry", async (go, self, args) => {
    const names = await namesOf(self);
    await go(...args);
    if (names) await tell({ ...placeOf([...names, String(args[0])]), change: "remove" });
  });
  for (const name of ["remove", "move"] as const)
    kit.method(FileSystemHandle.prototype, name, (go, self, args) => moved(self, go, args, name));
  kit.method(FileSystemFileHandle.prototype, "move", (go, self, args) => moved(self, go, args, "move"));
  async function moved(handle: object, go: (...args: unknown[]) => unknown, args: unknown[], change: "remove" | "move"): Promise<void> {
    const names = await namesOf(handle);
    await go(...args);
    if (!names) return;
    const after = change === "move" ? await namesOf(handle) : undefined;
    const place = placeOf(names);
    if (after && after[0] === names[0]) await tell({ ...place, change: "move", to: placeOf(after).names });
    else await tell({ ...place, change: "remove" });
  }
}
