import type { EngineFrame } from "../../engine/port.ts";
import type { FileKind } from "../../files/fileKinds.ts";
import type { FilePlace, FileStore } from "../../files/fileStore.ts";
import { FolderDraft } from "../../files/folderDraft.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import type { CapturedDocument } from "../../page/capture/api.ts";
import type { LocatedTarget, SessionPage } from "../sessionPage.ts";
import { Archive, OVER, type ArchiveFormat } from "./archive.ts";
import type { CssReference } from "./cssReferences.ts";
import { fillDocument } from "./fillDocument.ts";
import { InlineData } from "./inlineData.ts";
import { readCaptured, withCapturer } from "./readCaptured.ts";
import { ResourceReader } from "./resourceReader.ts";

interface ExportOrder {
  page: SessionPage;
  files: FileStore;
  kind: FileKind;
  format: ArchiveFormat;
  /** Without it the whole page is exported. */
  element?: LocatedTarget;
  chosen: string | undefined;
  /** What the default name ends with, before `.html`. */
  suffix?: string;
  /** The markup's file in a folder. */
  entry: string;
  maxBytes: number;
  signal: AbortSignal;
}

export interface Exported {
  path: string;
  sizeBytes: number;
  resourceCount: number;
  droppedCount: number;
  warnings: string[];
}

const NAMED = 20;

/** Writes a page, or an element of it, as something that opens without the network. */
export async function exportPage(order: ExportOrder): Promise<Exported> {
  const { page, files, kind, format, chosen, suffix = "" } = order;
  const { id: session } = page.session;
  const place = format === "directory" ? files.wholeFolder(kind, { session, ending: suffix, chosen }) : files.place(kind, { session, ending: `${suffix}.html`, chosen });
  const draft = new FolderDraft(place.path);
  try {
    const { pieces, inline, archive, warnings } = await withCapturer(page.engine, () => compose(order, draft));
    const sizeBytes = format === "directory" ? await keepFolder(order, draft, place, pieces) : await files.writePieces(place, asWritten(pieces, inline, order.signal));
    return { path: place.path, sizeBytes, resourceCount: archive.resourceCount, droppedCount: archive.dropped.size, warnings };
  } catch (thrown) {
    throw isDroverError(thrown) && thrown.code === "context-gone" ? leftMeanwhile(page) : thrown;
  } finally {
    // A folder that was kept has its name by now.
    await draft.discard();
  }
}

async function keepFolder({ files, entry }: ExportOrder, draft: FolderDraft, place: FilePlace, pieces: string[]): Promise<number> {
  await draft.write(entry, pieces);
  await draft.keep();
  await files.settle(place);
  return draft.bytes;
}

/** A single file with everything in it, as it comes from the disk. */
async function* asWritten(pieces: string[], inline: InlineData, signal: AbortSignal): AsyncGenerator<string> {
  for (const piece of pieces)
    for await (const part of inline.written(piece)) {
      signal.throwIfAborted();
      yield part;
    }
}

async function compose(order: ExportOrder, draft: FolderDraft): Promise<{ pieces: string[]; inline: InlineData; archive: Archive; warnings: string[] }> {
  const { page, format, element, maxBytes, signal } = order;
  const frame = element?.frame ?? page.engine.mainFrame;
  const { documentId } = frame;
  const captured = await readCaptured(frame, { target: element?.target, maxCharacters: maxBytes });
  const markup = captured.pieces.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0);
  const isStill = () => !frame.detached && frame.documentId === documentId;
  const reader = new ResourceReader(page, isStill);
  const known = new Set([...captured.loaded, ...captured.drawn]);
  const write = async (file: string, contents: Uint8Array | string | Iterable<string>) => {
    signal.throwIfAborted();
    await draft.write(file, contents);
  };
  const inline = new InlineData((file) => draft.stream(file));
  const archive = new Archive({
    format,
    maxBytes: maxBytes - markup,
    reader,
    write,
    readBack: (file) => draft.read(file),
    inline,
    wanted: element ? async (_, { form, property }, url) => form === "import" || (property === "src" ? known.has(url) || reader.hasLoaded(frame, url) : captured.drawn.includes(url)) : wantedOf(reader, known),
    definesElements: captured.definesElements,
  });
  const seen: CapturedDocument[] = [captured];
  const pieces = await fillDocument(frame, captured, { archive, format, writeFile: write, tell: (each) => seen.push(each) });
  await archive.finish();
  signal.throwIfAborted();
  if (!isStill()) throw leftMeanwhile(page);
  for (const missing of seen.flatMap((each) => each.missing)) archive.drop(missing, "what it shows may not be read");
  return { pieces, inline, archive, warnings: warningsOf(archive, seen, order) };
}

/** Of a page everything that its style may need; fonts only where the browser needed them: families have hundreds of files. */
const wantedOf = (reader: ResourceReader, known: Set<string>) => async (frame: EngineFrame, { form, property }: CssReference, url: string) =>
  form === "import" || property !== "src" || known.has(url) || reader.hasLoaded(frame, url);

function warningsOf(archive: Archive, seen: CapturedDocument[], { maxBytes }: ExportOrder): string[] {
  const over = [...archive.dropped.values()].filter((why) => why === OVER).length;
  const named = [...archive.dropped].slice(0, NAMED).map(([what, why]) => `Left out: ${what} (${why}).`);
  const closed = seen.reduce((sum, { closedFrames }) => sum + closedFrames, 0);
  return [
    ...(over > 0 ? [`${over} ${over === 1 ? "resource" : "resources"} did not fit into maxSizeMb: ${Math.round(maxBytes / 1024 / 1024)}.`] : []),
    ...named,
    ...(archive.dropped.size > NAMED ? [`${archive.dropped.size - NAMED} more resources were left out.`] : []),
    ...(closed > 0 ? [`${closed} ${closed === 1 ? "frame is" : "frames are"} in the element: what is in frames is not exported with it. Use page_archive for that.`] : []),
  ];
}

const leftMeanwhile = ({ url }: SessionPage) =>
  new DroverError("context-gone", `the page was left while it was exported, for ${url}; nothing was kept`, {
    hint: "Wait until the page stays (wait_for), then export it again.",
    failure: { source: "app" },
  });
