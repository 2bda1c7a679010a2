/** Longer lines are let go in parts. */
const LONGEST = 8 * 1024 * 1024;

/** Applies `fit` to a text that comes in pieces, whole lines at a time: what it looks for may lie across two pieces. */
export async function* lineByLine(pieces: AsyncIterable<string>, fit: (text: string) => string): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const text = rest + piece;
    const end = text.length > LONGEST ? text.length : text.lastIndexOf("\n") + 1;
    if (end > 0) yield fit(text.slice(0, end));
    rest = text.slice(end);
  }
  if (rest !== "") yield fit(rest);
}
