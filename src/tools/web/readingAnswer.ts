import { z } from "zod";
import { readingFormats, type Reading, type ReadingFormat } from "../../page/reading/api.ts";
import type { FileStore } from "../../files/fileStore.ts";
import { digestOf, headingsOf, wordsIn } from "./digest.ts";
import { keepCapture, MAX_CAPTURE_BYTES } from "./captures.ts";
import { matchLines } from "./matchLines.ts";

/** What asks for some lines of a text. */
export const searchInput = {
  linesMatching: z.array(z.string().min(1)).min(1).max(50).optional().describe("words or /regex/: only the lines that match"),
  contextLines: z.int().min(0).max(50).optional().describe("lines around each match"),
  caseSensitive: z.boolean().optional(),
};

export const readingInput = {
  format: z.enum(readingFormats).optional().describe("markdown"),
  ...searchInput,
  storeCapture: z.boolean().optional().describe("keep the whole body under a responseId"),
};

export const readingOutput = {
  digest: z.string().optional(),
  matches: z.string().optional(),
  matched: z.number().optional(),
  responseId: z.string().optional(),
  bytes: z.number().optional(),
  lines: z.number().optional(),
};

interface ReadingWish {
  format?: ReadingFormat;
  linesMatching?: string[];
  contextLines?: number;
  caseSensitive?: boolean;
  storeCapture?: boolean;
}

export const endings: Record<ReadingFormat, string> = { markdown: ".md", text: ".txt", html: ".html" };

interface Place {
  files: FileStore;
  session: string;
  warn(line: string): void;
}

/** The ladder of reading: what is where, the lines that match, and all of it kept under an id. */
export async function answerReading(reading: Reading, { format = "markdown", linesMatching, contextLines = 0, caseSensitive = false, storeCapture }: ReadingWish, { files, session, warn }: Place) {
  const kept = storeCapture ? await keepCapture(files, session, reading.body, endings[format], reading.dom) : undefined;
  if (kept?.cut) warn(`The body was cut at ${MAX_CAPTURE_BYTES} bytes, the most that a capture holds.`);
  const capture = kept && { responseId: kept.responseId, bytes: kept.bytes, lines: kept.lines };
  if (!linesMatching) {
    const counts = { words: wordsIn(reading.body), links: reading.links, lines: reading.body.split("\n").length };
    return { digest: digestOf({ counts, headings: format === "markdown" ? headingsOf(reading.body) : [], landmarks: reading.landmarks }), ...capture };
  }
  const { lines, matched, left } = matchLines(reading.body, { patterns: linesMatching, contextLines, caseSensitive });
  if (left > 0) warn(`${left} more lines match: narrow linesMatching, or read them from a capture (storeCapture=true).`);
  return { matches: lines.join("\n"), matched, ...capture };
}
