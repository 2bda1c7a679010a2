import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

export interface ChunkWish {
  text: string;
  maxTokens: number;
  overlapTokens: number;
}

export interface Chunk {
  index: number;
  /** The headings above it, from the outermost. */
  headings: string[];
  /** As o200k_base counts them. */
  tokens: number;
  /** How many of them repeat the end of the chunk before. */
  overlap?: number;
  fromLine: number;
  toLine: number;
  text: string;
}

interface Piece {
  text: string;
  /** What stands between it and the piece before it. */
  glue: string;
  fromLine: number;
  toLine: number;
}

interface Section {
  headings: string[];
  pieces: Piece[];
}

/** Cuts markdown at headings, then between blocks, then between sentences, so that each piece has at most that many tokens. */
export function chunkText({ text, maxTokens, overlapTokens }: ChunkWish): Chunk[] {
  return sectionsOf(text)
    .flatMap(({ headings, pieces }) => packed(pieces.flatMap((piece) => divided(piece, maxTokens)), { maxTokens, overlapTokens }).map((chunk) => ({ headings, ...chunk })))
    .map((chunk, index) => ({ index, ...chunk }));
}

/** A heading without words of its own belongs to the section after it. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let path: string[] = [];
  let current: Section = { headings: [], pieces: [] };
  let onlyHeadings = true;
  for (const block of blocksOf(text)) {
    const heading = /^(#{1,6}) (.+)$/.exec(block.text);
    if (heading && !onlyHeadings) {
      sections.push(current);
      current = { headings: [], pieces: [] };
    }
    if (heading) {
      path = [...path.slice(0, heading[1]!.length - 1), plain(heading[2]!)];
      current.headings = path.filter(Boolean);
    }
    onlyHeadings = heading !== null && (onlyHeadings || current.pieces.length === 0);
    current.pieces.push(block);
  }
  return [...sections, current].filter(({ pieces }) => pieces.length > 0);
}

const plain = (heading: string): string => heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/\\([^\w\s])/g, "$1").trim();

/** Paragraphs, lists, tables and whole blocks of code, with the lines that they are on. */
function blocksOf(text: string): Piece[] {
  const blocks: Piece[] = [];
  let lines: string[] = [];
  let fence = "";
  let from = 1;
  const end = (line: number) => {
    if (lines.length > 0) blocks.push({ text: lines.join("\n"), glue: "\n\n", fromLine: from, toLine: line });
    lines = [];
  };
  for (const [index, line] of text.split("\n").entries()) {
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
    if (!fence && (line.trim() === "" || /^#{1,6} /.test(line))) end(index);
    if (!fence && line.trim() === "") continue;
    if (lines.length === 0) from = index + 1;
    lines.push(line);
    if (mark && !fence) fence = mark;
    else if (mark && line.startsWith(fence) && line.trim() === mark) fence = "";
    if (!fence && /^#{1,6} /.test(line)) end(index + 1);
  }
  end(text.split("\n").length);
  return blocks;
}

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** A block that is too long, by its lines, then by its sentences, then by its words. */
function divided(piece: Piece, maxTokens: number): Piece[] {
  if (countTokens(piece.text) <= maxTokens) return [piece];
  const lines = piece.text.split("\n");
  if (lines.length > 1) {
    return lines.flatMap((text, index) => divided({ text, glue: index === 0 ? piece.glue : "\n", fromLine: piece.fromLine + index, toLine: piece.fromLine + index }, maxTokens));
  }
  const parts = [...sentences.segment(piece.text)].map(({ segment }) => segment);
  const smaller = parts.length > 1 ? parts : halves(piece.text);
  return smaller.flatMap((text, index) => divided({ ...piece, text, glue: index === 0 ? piece.glue : "" }, maxTokens));
}

function halves(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  const space = text.indexOf(" ", middle);
  const at = space > 0 && space < text.length - 1 ? space + 1 : middle;
  // Not between the two halves of one sign.
  const cut = /[\uDC00-\uDFFF]/.test(text[at] ?? "") ? at + 1 : at;
  return cut > 0 && cut < text.length ? [text.slice(0, cut), text.slice(cut)] : [text];
}

function packed(pieces: Piece[], { maxTokens, overlapTokens }: Omit<ChunkWish, "text">): Omit<Chunk, "index" | "headings">[] {
  const chunks: Omit<Chunk, "index" | "headings">[] = [];
  let begin = 0;
  while (begin < pieces.length) {
    const before = chunks.length > 0 ? repeated(pieces, begin, overlapTokens) : [];
    let [taken, lead] = [begin + 1, before];
    while (lead.length > 0 && countTokens(joined([...lead, ...pieces.slice(begin, taken)])) > maxTokens) lead = lead.slice(1);
    while (taken < pieces.length && countTokens(joined([...lead, ...pieces.slice(begin, taken + 1)])) <= maxTokens) taken++;
    const all = [...lead, ...pieces.slice(begin, taken)];
    const text = joined(all);
    const overlap = lead.length > 0 ? countTokens(joined(lead)) : 0;
    chunks.push({ tokens: countTokens(text), ...(overlap > 0 && { overlap }), fromLine: all[0]!.fromLine, toLine: all.at(-1)!.toLine, text });
    begin = taken;
  }
  return chunks;
}

/** The end of what came before, in whole sentences. */
function repeated(pieces: readonly Piece[], begin: number, most: number): Piece[] {
  if (most === 0) return [];
  const kept: Piece[] = [];
  for (const piece of pieces.slice(0, begin).toReversed()) {
    const parts = /^(?:#{1,6} |```|~~~|\|)/.test(piece.text) ? [piece] : [...sentences.segment(piece.text)].map(({ segment }, index) => ({ ...piece, text: segment, glue: index === 0 ? piece.glue : "" }));
    for (const part of parts.toReversed()) {
      if (countTokens(joined([part, ...kept])) > most) return kept;
      kept.unshift(part);
    }
  }
  return kept;
}

const joined = (pieces: readonly Piece[]): string => pieces.map(({ text, glue }, index) => (index === 0 ? text : glue + text)).join("").trim();
