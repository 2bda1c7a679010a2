import { AnchorScan } from "./anchorScan.ts";
import { formsOf } from "./encodedForms.ts";
import { TextColumns } from "./textColumns.ts";

/** A stretch of a text in which a value stands, in whatever form. */
export interface SecretSpan {
  from: number;
  to: number;
  /** The value's, or several where values overlap. */
  names: string[];
}

interface Held {
  name: string;
  value: string;
  holders: number;
  pattern: RegExp;
  /** What a text that holds it holds one of; undefined among them: it must be looked for in every text. */
  anchors: readonly (string | undefined)[];
}

/** How much of a value's beginning is taken for the value, where the rest was cut off: with a sign of it, as a whole text, at the end of one. */
const CUT = { signed: 4, whole: 6, end: 8 };

/** Values that must not leave, each with the name that stands in its place. */
export class SecretMask {
  readonly #held = new Map<string, Held>();
  /** Those that are held, longest first, and the one pass that says which of them a text may hold. */
  #secrets: readonly Held[] = [];
  #scan = new AnchorScan([]);
  /** Those that have nothing to look for in one pass. */
  #always: readonly number[] = [];
  #masks: RegExp | undefined;

  /** Masks the value from now on, until everybody who held it has called what this returned. */
  hold(name: string, value: string): () => void {
    if (value === "") return () => undefined;
    const held = this.#held.get(value) ?? heldOf(name, value);
    held.holders++;
    this.#held.set(value, held);
    this.#compile();
    return () => {
      if (--held.holders > 0) return;
      this.#held.delete(value);
      this.#compile();
    };
  }

  /** Whether there is anything to mask. */
  get empty(): boolean {
    return this.#secrets.length === 0;
  }

  readonly text = (text: string): string => {
    const spans = this.find(text);
    return spans.length === 0 ? text : withMasks(text, spans, 0, text.length);
  };

  /** Every text in a value, however deep it lies, names of fields included; and what stands in several items of a list, in pieces. */
  readonly deep = (value: unknown): unknown => {
    if (this.empty) return value;
    const replaced = new TextColumns(value).replaced(value, (texts) => this.#masked(texts), (number) => this.#number(number));
    return replaced ? replaced.value : value;
  };

  /** Where values stand in a text, in its order. */
  find(text: string): SecretSpan[] {
    const candidates = this.#candidatesIn(text);
    return candidates.length === 0 ? [] : this.#spans(text, candidates, [0, text.length]);
  }

  /** Texts that are one after the other, undefined when there is nothing to mask in them. */
  #masked(texts: readonly string[]): string[] | undefined {
    const joined = texts.length === 1 ? (texts[0] ?? "") : texts.join("");
    const candidates = this.#candidatesIn(joined);
    if (candidates.length === 0) return undefined;
    const bounds = [0];
    for (const text of texts) bounds.push((bounds.at(-1) ?? 0) + text.length);
    const spans = this.#spans(joined, candidates, bounds);
    if (spans.length === 0) return undefined;
    return texts.map((_, index) => withMasks(joined, spans, bounds[index] ?? 0, bounds[index + 1] ?? 0));
  }

  #candidatesIn(text: string): Held[] {
    if (this.empty) return [];
    const owners = this.#scan.ownersIn(text);
    for (const each of this.#always) owners.add(each);
    return [...owners].flatMap((owner) => this.#secrets[owner] ?? []);
  }

  #spans(text: string, candidates: readonly Held[], bounds: readonly number[]): SecretSpan[] {
    const found: SecretSpan[] = candidates.flatMap(({ name, value, pattern }) => [
      ...[...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length, names: [name] })),
      ...cutOff(text, value, bounds).map((span) => ({ ...span, names: [name] })),
    ]);
    if (found.length === 0) return [];
    const masks = this.#masks ? [...text.matchAll(this.#masks)].map((match) => ({ from: match.index, to: match.index + match[0].length })) : [];
    return merged(found.filter(({ from, to }) => !masks.some((mask) => mask.from <= from && to <= mask.to)));
  }

  #number(value: number): string | undefined {
    const held = this.#held.get(String(value));
    return held && `<${held.name}>`;
  }

  #compile(): void {
    this.#secrets = [...this.#held.values()].toSorted((a, b) => b.value.length - a.value.length);
    this.#always = this.#secrets.flatMap(({ anchors }, owner) => (anchors.includes(undefined) ? [owner] : []));
    this.#scan = new AnchorScan(this.#secrets.flatMap(({ anchors }, owner) => anchors.flatMap((anchor) => (anchor === undefined ? [] : [{ anchor, owner }]))));
    this.#masks = this.empty ? undefined : new RegExp(`<(?:${this.#secrets.map(({ name }) => name).join("|")})>`, "g");
  }
}

function heldOf(name: string, value: string): Held {
  const forms = formsOf(value);
  const pattern = new RegExp(forms.map(({ source }) => source).join("|"), "g");
  return { name, value, holders: 0, pattern, anchors: [beginningOf(value), ...forms.flatMap(({ anchors }) => (anchors.length > 0 ? anchors : [undefined]))] };
}

const beginningOf = (value: string): string | undefined => (value.length >= CUT.signed ? value.slice(0, CUT.signed) : undefined);

/** Beginnings of a value whose rest somebody cut off. */
function cutOff(text: string, value: string, bounds: readonly number[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  const look = (end: number, least: number) => {
    for (let length = Math.min(value.length - 1, end); length >= least; length--)
      if (text.endsWith(value.slice(0, length), end)) return void spans.push({ from: end - length, to: end });
  };
  for (let at = text.indexOf("…"); at !== -1; at = text.indexOf("…", at + 1)) look(at, CUT.signed);
  for (const [index, end] of bounds.entries()) {
    const begin = bounds[index - 1];
    if (begin === undefined) continue;
    const whole = end - begin >= CUT.whole && end - begin < value.length && value.startsWith(text.slice(begin, end));
    if (whole) spans.push({ from: begin, to: end });
    else look(end, CUT.end);
  }
  return spans;
}

function merged(spans: SecretSpan[]): SecretSpan[] {
  const kept: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1);
    if (!last || span.from >= last.to) kept.push({ ...span });
    else if (span.to > last.to) {
      last.to = span.to;
      last.names = [...new Set([...last.names, ...span.names])];
    }
  }
  return kept;
}

/** A part of a text with its masks; one that begins before the part was written there. */
function withMasks(text: string, spans: readonly SecretSpan[], from: number, to: number): string {
  let masked = "";
  let at = from;
  for (const span of spans) {
    if (span.to <= from || span.from >= to) continue;
    masked += text.slice(at, Math.max(at, span.from));
    if (span.from >= from) masked += span.names.map((name) => `<${name}>`).join("");
    at = Math.min(to, span.to);
  }
  return masked + text.slice(at, to);
}
