import type { Hole, Piece } from "./api.ts";
import { Room } from "./room.ts";

/** Collects a captured document: texts, and holes between them. */
export class Composer {
  readonly pieces: Piece[] = [];
  #text = "";
  readonly #room: Room;

  constructor(maxCharacters: number) {
    this.#room = new Room(maxCharacters);
  }

  write(text: string): void {
    this.#room.take(text.length);
    this.#text += text;
  }

  leave(hole: Hole): void {
    this.pieces.push(this.#text, hole);
    this.#text = "";
  }

  finish(): Piece[] {
    this.pieces.push(this.#text);
    this.#text = "";
    return this.pieces;
  }
}

export const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("\u00a0", "&nbsp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const escapeValue = (text: string): string => escapeText(text).replaceAll('"', "&quot;");
