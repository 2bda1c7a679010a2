import { estimateTokens } from "../../page/see/budget.ts";
import { cut } from "../../page/see/line.ts";
import type { Landmark } from "../../page/reading/api.ts";

export interface Counts {
  words: number;
  lines: number;
  links: number;
}

/** Words of scripts that have no spaces are counted by their signs. */
const word = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

export const wordsIn = (text: string): number => text.replaceAll(/\]\([^)\s]*\)/g, "]").match(word)?.length ?? 0;

/** Headings of markdown with the lines they stand on, those in blocks of code left out. */
export function headingsOf(markdown: string): { line: number; level: number; text: string }[] {
  let fence = "";
  return markdown.split("\n").flatMap((text, index) => {
    const mark = /^(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark && !fence) fence = mark;
    else if (mark && text.startsWith(fence) && text.trim() === mark) fence = "";
    const heading = fence ? null : /^(#{1,6}) (.+)$/.exec(text);
    return heading ? { line: index + 1, level: heading[1]!.length, text: plain(heading[2]!) } : [];
  });
}

/** Without the addresses of links, and without escapes. */
const plain = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\\([^\w\s])/g, "$1")
    .replaceAll(/\*\*|__|`/g, "")
    .trim();

const HEADING_TOKENS = 260;
const NAME_LENGTH = 70;
const MAX_LANDMARKS = 8;

/** What is where in a text, cheap enough to be looked at before anything of it is read. */
export function digestOf({ counts, headings, landmarks }: { counts: Counts; headings: ReturnType<typeof headingsOf>; landmarks: readonly Landmark[] }): string {
  const shown = headings.map(({ line, level, text }) => `${line} ${"#".repeat(level)} ${cut(text, NAME_LENGTH)}`);
  return [
    `${counts.words} words, ${counts.links} links, ${counts.lines} lines`,
    ...(landmarks.length > 0 ? [`landmarks: ${landmarksText(landmarks)}`] : []),
    ...(shown.length > 0 ? ["headings (line, text):", ...withinTokens(shown, HEADING_TOKENS)] : ["no headings"]),
  ].join("\n");
}

export function landmarksText(landmarks: readonly Landmark[]): string {
  const words = landmarks.map(({ role, name }) => (name ? `${role} ${JSON.stringify(cut(name, 40))}` : role));
  const different = [...new Set(words)];
  return different.slice(0, MAX_LANDMARKS).join(", ") + (different.length > MAX_LANDMARKS ? `, … +${different.length - MAX_LANDMARKS} more` : "");
}

/** As many of the lines as a number of tokens allows; how many there are besides is said. */
export function withinTokens(lines: readonly string[], most: number): string[] {
  let left = most;
  const kept: string[] = [];
  for (const line of lines) {
    left -= estimateTokens(line) + 1;
    if (left < 0) return [...kept, `… +${lines.length - kept.length} more`];
    kept.push(line);
  }
  return kept;
}
