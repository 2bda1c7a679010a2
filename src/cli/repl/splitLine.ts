/** A typed line as a shell would take it apart: quotes group, a backslash keeps the next character. */
export function splitLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index++) {
    const letter = line[index]!;
    const escapes = letter === "\\" && quote !== "'" && index + 1 < line.length;
    if (escapes) word = (word ?? "") + line[++index]!;
    else if (quote) {
      if (letter === quote) quote = undefined;
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= "";
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + letter;
  }
  if (word !== undefined) words.push(word);
  return words;
}
