import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import { DAY_MS } from "../../files/bounds.ts";
import { ruleOf } from "../../files/fileKinds.ts";
import type { FilePlace, FileStore } from "../../files/fileStore.ts";
import type { KeptFile } from "../../files/keptFile.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { countLines } from "./beginningOf.ts";

/** A text that was too long to be answered with, kept in the store for files under an id. */
export interface Capture {
  responseId: string;
  bytes: number;
  lines: number;
}

/** Longer ones are cut: a page that writes itself without end must not fill the disk. */
export const MAX_CAPTURE_BYTES = 20 * 1024 * 1024;

/** `dom` is the document that the text was read from, for those who take data out of it later. */
export async function keepCapture(files: FileStore, session: string, text: string, ending: string, dom?: string): Promise<Capture & { cut: boolean }> {
  const cut = Buffer.byteLength(text) > MAX_CAPTURE_BYTES;
  const kept = cut ? Buffer.from(text).subarray(0, MAX_CAPTURE_BYTES).toString("utf8").replace(/\uFFFD+$/, "") : text;
  const place = files.place("capture", { session, ending });
  await files.writeText(place, kept);
  if (dom) await files.writeText(documentOf(files, place.path), dom);
  const { id, bytes } = await files.find(place.path);
  return { responseId: id, bytes, lines: countLines(kept), cut };
}

/** Also one of a daemon before this one: ids are made of names. */
export async function findCapture(files: FileStore, responseId: string): Promise<KeptFile> {
  const found = await kept(files, responseId);
  const { days } = ruleOf("capture").bounds;
  if (found.modifiedAt >= Date.now() - days * DAY_MS) return found;
  files.discard([found]);
  throw expired(responseId);
}

async function kept(files: FileStore, responseId: string): Promise<KeptFile> {
  try {
    const found = await files.find(responseId);
    if (found.kind === "capture") return found;
  } catch (thrown) {
    if (!isDroverError(thrown) || thrown.code !== "not-found") throw thrown;
    throw expired(responseId);
  }
  throw new DroverError("bad-input", `${responseId} is not a capture of text`, { hint: "file_get reads other files that tools have made; `captures` with action=list shows the captures." });
}

const expired = (responseId: string): DroverError => {
  const { days, entries } = ruleOf("capture").bounds;
  return new DroverError("expired", `there is no capture "${responseId}" any more`, {
    hint: `The newest ${entries} are kept, for ${days} days. Read the page again with storeCapture=true; \`captures\` with action=list shows those there are.`,
    failure: { source: "drover" },
  });
};

const documentOf = (files: FileStore, capture: string): FilePlace => files.named("captureDom", path.basename(capture).replace(/\.\w+$/, ".html"));

const savedFrom = /^<!-- saved from url=\(\d+\)(\S+) -->/;

/** The document of a capture, where one was kept or the capture is one, and where it was from. */
export function captureDocument(files: FileStore, capture: KeptFile): { html: string; url: string } | undefined {
  const place = capture.path.endsWith(".html") ? capture.path : documentOf(files, capture.path).path;
  const html = ifPresent(() => readFileSync(place, "utf8"), "a document that cannot be read is like one that was not kept");
  return html === undefined ? undefined : { html, url: savedFrom.exec(html)?.[1] ?? "about:blank" };
}

export const captureText = async (files: FileStore, capture: KeptFile): Promise<string> => readFile(files.workspace.path(capture.path), "utf8");
