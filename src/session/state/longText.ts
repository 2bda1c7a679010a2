import { randomUUID } from "node:crypto";
import type { EngineFrame } from "../../engine/port.ts";
import type { LongText } from "../../page/state/api.ts";
import { inPieces } from "../../page/state/pieces.ts";
import { withTemporaryFile } from "../../files/temporaryFile.ts";

/** Takes a text to a page, which gets to know it by what this returns. */
export async function deliverText(frame: EngineFrame, text: string): Promise<LongText> {
  const pieces = inPieces(text);
  if (pieces.length < 2) return { text };
  const id = randomUUID();
  await Promise.all(pieces.map((piece, index) => frame.ask("textPiecePut", { id, index, piece })));
  return { id, pieces: pieces.length };
}

/** The same by way of a file, which the browser reads in a tenth of the time that its protocol takes. */
export async function deliverByFile(frame: EngineFrame, text: string, folder: string): Promise<LongText> {
  return withTemporaryFile(folder, text, async (file) => {
    const { input } = await frame.ask("textFileInput", null);
    await frame.setFiles(input, [file]);
    return frame.ask("textFileHold", { input });
  });
}

/** Fetches a text that a page holds. */
export async function fetchText(frame: EngineFrame, given: LongText): Promise<Buffer> {
  if ("text" in given) return Buffer.from(given.text);
  const { id, pieces } = given;
  const fetched = await Promise.all(Array.from({ length: pieces }, async (_, index) => Buffer.from(await frame.ask("textPieceGet", { id, index }))));
  return Buffer.concat(fetched);
}
