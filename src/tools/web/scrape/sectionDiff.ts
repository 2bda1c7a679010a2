export interface SectionChange {
  /** The headings above it, from the outermost; none before the first. */
  section: string;
  added?: string[];
  removed?: string[];
  /** Changed lines for which there was no room. */
  left?: number;
}

export interface TextDiff {
  changed: boolean;
  /** Lines. */
  added: number;
  removed: number;
  sections: SectionChange[];
}

const MAX_LINES = 20;
const MAX_LINE = 300;

/** What was added to and removed from a markdown text, section by section. Lines that only moved within their section are no change. */
export function sectionDiff(before: string, after: string): TextDiff {
  const [old, now] = [sectionsOf(before), sectionsOf(after)];
  const names = [...new Set([...now.keys(), ...old.keys()])];
  const changes = names.flatMap((section) => {
    const [had, has] = [old.get(section) ?? [], now.get(section) ?? []];
    const [added, removed] = [without(has, had), without(had, has)];
    return added.length + removed.length > 0 ? [{ section, added, removed }] : [];
  });
  return {
    changed: changes.length > 0,
    added: count(changes, "added"),
    removed: count(changes, "removed"),
    sections: changes.map(({ section, added, removed }) => {
      const left = Math.max(0, added.length - MAX_LINES) + Math.max(0, removed.length - MAX_LINES);
      return { section, ...(added.length > 0 && { added: shown(added) }), ...(removed.length > 0 && { removed: shown(removed) }), ...(left > 0 && { left }) };
    }),
  };
}

const count = (changes: { added: string[]; removed: string[] }[], which: "added" | "removed"): number => changes.reduce((sum, change) => sum + change[which].length, 0);

const shown = (lines: readonly string[]): string[] => lines.slice(0, MAX_LINES).map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));

/** Each as often as it is there more than in the other. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const times = left.get(line) ?? 0;
    left.set(line, times - 1);
    return times <= 0;
  });
}

/** Lines that say something, by the headings above them; a heading is a line of the section that it begins. */
function sectionsOf(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let path: string[] = [];
  let fence = "";
  for (const given of text.split("\n")) {
    const line = given.trim();
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
    const heading = fence ? null : /^(#{1,6}) (.+)$/.exec(line);
    if (mark && !fence) fence = mark;
    else if (mark && line.startsWith(fence) && line === mark) fence = "";
    if (heading) path = [...path.slice(0, heading[1]!.length - 1), heading[2]!];
    if (line === "") continue;
    const name = path.filter(Boolean).join(" › ");
    sections.set(name, [...(sections.get(name) ?? []), line]);
  }
  return sections;
}
