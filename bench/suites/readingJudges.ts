import { Shingles, stretches, wordsIn } from "./shingles.ts";

/** What came of one page, in shares of one; absent where the set names nothing of the kind. */
export interface Judgement {
  kept?: number;
  dropped?: number;
  /** Of what was read, what was to be read: only a set that has all of it can say. */
  precision?: number;
  lost: string[];
  left: string[];
}

/** Letters and digits alone, without the addresses of links: markup and spaces are not what is measured. */
export const squashed = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\]\([^)\s]*\)/g, " ").replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** By what must be there and what must not, as `squashed` has it. */
export function judgedByPhrases(keep: readonly string[], drop: readonly string[]): (markdown: string) => Judgement {
  return (markdown) => {
    const read = squashed(markdown);
    const lost = keep.filter((each) => !read.includes(each));
    const left = drop.filter((each) => read.includes(each));
    return { lost, left, ...(keep.length > 0 && { kept: 1 - lost.length / keep.length }), ...(drop.length > 0 && { dropped: 1 - left.length / drop.length }) };
  };
}

/** By all of an article's text: the rest of what the page shows is to be dropped. What the article is called counts for neither. */
export function judgedByShingles({ article, names, page }: { article: string; names: readonly string[]; page: string }): (markdown: string) => Judgement {
  const [inArticle, called] = [squashed(article), names.map(squashed)];
  const isName = (line: string): boolean => {
    const letters = squashed(line);
    return letters.length >= NAME && called.some((name) => name.includes(letters)) && !inArticle.includes(letters);
  };
  const unnamed = (text: string): string[] => wordsIn(text.split("\n").filter((line) => !isName(line)).join("\n"));
  const words = wordsIn(article);
  const asked = new Shingles(words);
  const rest = new Shingles(unnamed(page)).without(asked);
  return (markdown) => {
    const read = unnamed(plainOf(markdown));
    const got = new Shingles(read);
    const [right, wrong] = [asked.shared(got), rest.shared(got.without(asked))];
    return {
      kept: right / asked.size,
      ...(rest.size > 0 && { dropped: 1 - wrong / rest.size }),
      ...(got.size > 0 && { precision: right / got.size }),
      lost: stretches(words, (each) => !got.has(each)),
      left: stretches(read, (each) => !asked.has(each)),
    };
  };
}

/** Letters: a shorter line may be any word of the name. */
const NAME = 10;

/** Markdown without its signs, the numbers of its lists, its pictures and the addresses of its links. */
const plainOf = (markdown: string): string =>
  markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/^\s*\d+\.\s/gm, "")
    .replaceAll(/[*~`\\]/g, "");
