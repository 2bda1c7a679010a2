/** Pieces of this length are on their way through browser and page at the same time; a text in one piece takes twice as long. */
export const PIECE_LENGTH = 256 * 1024;

/** Never between the two halves of a character: a half would not survive the way. */
export function inPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE_LENGTH;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end--;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
