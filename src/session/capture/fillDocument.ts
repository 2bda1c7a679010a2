import { noteFailure } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { CapturedDocument, CapturedOwner, Hole } from "../../page/capture/api.ts";
import { isDroverError } from "../../protocol/errors.ts";
import { matchFrames } from "../frameTree.ts";
import { OVER, type Archive, type ArchiveFormat } from "./archive.ts";
import { readCaptured } from "./readCaptured.ts";

interface Options {
  archive: Archive;
  format: ArchiveFormat;
  writeFile: (file: string, pieces: string[]) => Promise<void>;
  /** A frame, or another thing of the page, that the archive does without. */
  tell: (captured: CapturedDocument) => void;
}

/** The markup of a captured document with everything in it that was left open; `from` is the folder that it is going to be in. */
export async function fillDocument(frame: EngineFrame, captured: CapturedDocument, options: Options, from = ""): Promise<string[]> {
  const holes = captured.pieces.filter((piece): piece is Hole => typeof piece !== "string");
  const frames = await framesOf(frame, holes);
  const filled = new Map(await Promise.all(holes.map(async (hole) => [hole, await fill(frame, hole, frames, options, from)] as const)));
  return captured.pieces.map((piece) => (typeof piece === "string" ? piece : (filled.get(piece) ?? "")));
}

async function framesOf(frame: EngineFrame, holes: Hole[]): Promise<Map<CapturedOwner, EngineFrame>> {
  const owners = holes.flatMap((hole) => ("frame" in hole ? [hole.frame] : []));
  return matchFrames(frame, owners);
}

async function fill(frame: EngineFrame, hole: Hole, frames: Map<CapturedOwner, EngineFrame>, options: Options, from: string): Promise<string> {
  const { archive, format } = options;
  if ("url" in hole) return escaped(await archive.address(frame, hole.url, hole.kind, from));
  if ("css" in hole) {
    const css = await archive.css(frame, hole.css, hole.base, from);
    return hole.within === "attribute" ? escaped(css) : inStyle(css);
  }
  if ("frame" in hole) return frameAttribute(frames.get(hole.frame), hole.frame, options, from);
  if (format === "directory") return `<link rel="stylesheet"${hole.attributes} href="${escaped(await archive.address(frame, hole.sheet, "stylesheet", from))}">`;
  const text = await archive.sheetText(frame, hole.sheet);
  return text === undefined ? `<link rel="stylesheet"${hole.attributes} href="${escaped(hole.sheet)}">` : `<style${hole.attributes}>${inStyle(text)}</style>`;
}

/** A frame's document is captured like the page's, whichever origin it is of. */
async function frameAttribute(frame: EngineFrame | undefined, owner: CapturedOwner, options: Options, from: string): Promise<string> {
  const captured = frame && (await captureFrame(frame, options.archive.bytesLeft));
  if (!frame || !captured || captured === "too-large") {
    if (captured === "too-large") options.archive.drop(owner.src || "about:srcdoc", OVER);
    else if (/^https?:/.test(owner.src)) options.archive.drop(owner.src, "the frame could not be looked into");
    return ` src="${escaped(owner.src || "about:blank")}"`;
  }
  options.tell(captured);
  if (options.format === "single-file") {
    const markup = (await fillDocument(frame, captured, options)).join("");
    options.archive.spend(Buffer.byteLength(markup));
    return ` srcdoc="${escaped(markup)}"`;
  }
  const file = options.archive.fileFor("frame", frameName(captured.url), "text/html");
  const pieces = await fillDocument(frame, captured, options, "assets/frame");
  options.archive.spend(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  await options.writeFile(file, pieces);
  return ` src="${escaped(from === "" ? file : file.replace("assets/frame/", ""))}"`;
}

async function captureFrame(frame: EngineFrame, maxCharacters: number): Promise<CapturedDocument | "too-large" | undefined> {
  try {
    return await readCaptured(frame, { maxCharacters });
  } catch (thrown) {
    if (isDroverError(thrown) && thrown.code === "too-large") return "too-large";
    noteFailure(thrown, "a frame may go away, or not be the browser's to look into");
    return undefined;
  }
}

const escaped = (value: string): string => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Text in a `<style>` ends where its end stands in it. */
const inStyle = (css: string): string => css.replaceAll(/<\/(?=style)/gi, "<\\/");

/** Whatever its address ends with, a frame's document is opened as one. */
const frameName = (url: string): string => `https://frame/${URL.canParse(url) ? (/[^/]*$/.exec(new URL(url).pathname)?.[0] ?? "").replace(/\.\w+$/, "") || "frame" : "frame"}.html`;
