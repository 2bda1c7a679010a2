import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import type { LongText, StateApi } from "./api.ts";
import { inPieces } from "./pieces.ts";

/** Texts that are on their way out or in, by id. */
const held = new Map<string, string[]>();
let sent = 0;
const inputs = new Map<string, HTMLInputElement>();

/** Keeps a text until its pieces have been fetched. */
export function holdText(text: string): LongText {
  const pieces = inPieces(text);
  if (pieces.length < 2) return { text };
  const id = `out${++sent}`;
  held.set(id, pieces);
  return { id, pieces: pieces.length };
}

/** A text whose pieces have come. */
export function takeText(given: LongText): string {
  if ("text" in given) return given.text;
  const pieces = held.get(given.id) ?? [];
  held.delete(given.id);
  if (Object.keys(pieces).length !== given.pieces) throw new PageRefusal("context-gone", "the page was left while it was given a text");
  return pieces.join("");
}

/** Inputs for files are on no page, and no ref of a page's element is theirs. */
export const fileInputNamed = (name: string): HTMLInputElement | undefined => inputs.get(name);

/** Gives an input a name that engines and page code know it by, whether it is on the page or not. */
export function nameFileInput(input: HTMLInputElement): string {
  const name = `file${++sent}`;
  inputs.set(name, input);
  return name;
}

type LongTextApi = Pick<StateApi, "textPieceGet" | "textPiecePut" | "textFileInput" | "textFileHold">;

export const longTextApi: LongTextApi = {
  textPieceGet: ({ id, index }) => {
    const pieces = held.get(id);
    const piece = pieces?.[index];
    if (!pieces || piece === undefined) throw new PageRefusal("context-gone", "the page was left while it was asked for a text");
    delete pieces[index];
    if (Object.keys(pieces).length === 0) held.delete(id);
    return piece;
  },

  textPiecePut: ({ id, index, piece }) => {
    const pieces = held.get(id) ?? [];
    pieces[index] = piece;
    held.set(id, pieces);
    return null;
  },

  textFileInput: () => {
    const element = dom.createElement(document, "input");
    element.type = "file";
    return { input: nameFileInput(element) };
  },

  textFileHold: async ({ input }) => {
    const file = inputs.get(input)?.files?.[0];
    inputs.delete(input);
    if (!file) throw new PageRefusal("context-gone", "the page was left while it was given a file");
    held.set(input, [await file.text()]);
    return { id: input, pieces: 1 };
  },
};
