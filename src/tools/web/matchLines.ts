import { DroverError } from "../../protocol/errors.ts";

export interface LineSearch {
  /** Words, or a regular expression between slashes. */
  patterns: readonly string[];
  contextLines: number;
  caseSensitive: boolean;
}

export interface LineMatches {
  /** Each line with its number, those that match marked with ":" and those around them with "-", as grep does it. */
  lines: string[];
  matched: number;
  /** Matching lines for which there was no room. */
  left: number;
}

/** What a search gives at most, in characters: a search that finds everything is no search. */
const MAX_CHARACTERS = 8000;
const MAX_LINE = 500;

/** The lines of a text that match, with those around them. */
export function matchLines(text: string, { patterns, contextLines, caseSensitive }: LineSearch): LineMatches {
  const tests = patterns.map((pattern) => tester(pattern, caseSensitive));
  const lines = text.split("\n");
  const hits = lines.flatMap((line, index) => (tests.some((test) => test(line)) ? [index] : []));
  const wanted = new Set(hits);
  const shown = new Set(hits.flatMap((hit) => Array.from({ length: 2 * contextLines + 1 }, (_, offset) => hit - contextLines + offset)));
  const found: string[] = [];
  let [characters, matched, before] = [0, 0, -1];
  for (const index of [...shown].filter((each) => each >= 0 && each < lines.length).toSorted((a, b) => a - b)) {
    const line = `${index + 1}${wanted.has(index) ? ":" : "-"} ${cut(lines[index] ?? "")}`;
    characters += line.length + 1;
    if (characters > MAX_CHARACTERS && found.length > 0) break;
    if (contextLines > 0 && before >= 0 && index > before + 1) found.push("--");
    found.push(line);
    if (wanted.has(index)) matched++;
    before = index;
  }
  return { lines: found, matched: hits.length, left: hits.length - matched };
}

const cut = (line: string): string => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line);

function tester(pattern: string, caseSensitive: boolean): (line: string) => boolean {
  const expression = /^\/(.+)\/([a-z]*)$/.exec(pattern);
  if (!expression) {
    const wanted = caseSensitive ? pattern : pattern.toLowerCase();
    return (line) => (caseSensitive ? line : line.toLowerCase()).includes(wanted);
  }
  try {
    const flags = new Set([...(expression[2] ?? ""), ...(caseSensitive ? "" : "i")]);
    flags.delete("g");
    flags.delete("y");
    const compiled = new RegExp(expression[1] ?? "", [...flags].join(""));
    return (line) => compiled.test(line);
  } catch (cause) {
    throw new DroverError("bad-input", `linesMatching: ${pattern} is not a regular expression: ${(cause as Error).message}`, { cause, hint: "Leave the slashes out to look for the words as they are." });
  }
}
