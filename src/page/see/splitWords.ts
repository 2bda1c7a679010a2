/** Words with something in the middle of them that is not read: `Sub<span hidden>x</span>mit`. */

const comment = "<!--[^]*?-->";
const tag = '<(?:[^">]|"[^"]*")*>';
const markUpBetween = new RegExp(`${comment}|${tag}`);

export class SplitWords {
  readonly #words: readonly string[];

  /** Signs are not split. */
  constructor(words: readonly string[]) {
    this.#words = words.filter((word) => /^[\p{L}\p{N}]{2,}$/u.test(word));
  }

  /** Whether a text that does not say one of the words may say it without some of its parts. Both in lower case; the mark-up is asked for when it comes to that. */
  mayBeIn(text: string, markUp: () => string): boolean {
    const spelled = this.#words.filter((word) => !text.includes(word) && isSpelledIn(word, text));
    if (spelled.length === 0) return false;
    const parts = markUp().split(markUpBetween).filter(Boolean);
    return spelled.some((word) => isMadeOf(word, parts));
  }
}

/** Its letters come one after the other, whatever is between them. */
function isSpelledIn(word: string, text: string): boolean {
  let at = -1;
  for (const letter of word) if ((at = text.indexOf(letter, at + 1)) === -1) return false;
  return true;
}

function isMadeOf(word: string, parts: readonly string[]): boolean {
  /** How much of the word there can be at the end of a part. */
  const begun = new Set<number>();
  for (const part of parts) {
    for (const length of begun) {
      const rest = word.slice(length);
      if (part.startsWith(rest)) return true;
      if (rest.startsWith(part)) begun.add(length + part.length);
    }
    for (let length = 1; length < word.length; length++) if (part.endsWith(word.slice(0, length))) begun.add(length);
  }
  return false;
}
