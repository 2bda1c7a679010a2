import { flagName, type Manifest } from "../manifest.ts";

export interface Vocabulary {
  /** Commands by name, each with its flags. */
  commands: Map<string, string[]>;
  refs: Iterable<string>;
  pages: { id: string; title: string }[];
}

/** What Tab offers: commands first, then flags, pages where one is meant, and refs everywhere else. */
export function complete(line: string, vocabulary: Vocabulary): [string[], string] {
  const word = /\S*$/.exec(line)?.[0] ?? "";
  const before = line.slice(0, line.length - word.length).trim();
  const starting = (all: Iterable<string>) => [...all].filter((each) => each.startsWith(word)).sort();
  if (before === "") return [finished(starting([...vocabulary.commands.keys(), ".help", ".exit"])), word];
  const [command = ""] = before.split(/\s+/);
  if (word.startsWith("-")) return [starting(vocabulary.commands.get(command) ?? []), word];
  if (command === "target" || /--(page|target)$/.test(before)) return [pagesLike(word, vocabulary.pages), word];
  return [starting(vocabulary.refs).sort((a, b) => a.length - b.length || a.localeCompare(b)), word];
}

/** The only candidate is followed by a space, ready for what comes next. */
const finished = (found: string[]): string[] => (found.length === 1 ? [`${found[0]} `] : found);

function pagesLike(word: string, pages: Vocabulary["pages"]): string[] {
  const wanted = word.toLowerCase();
  return pages.filter(({ id, title }) => id.startsWith(word) || title.toLowerCase().includes(wanted)).map(({ id }) => id);
}

export function commandFlags(manifest: Manifest, own: { name: string; flags?: Record<string, unknown> }[]): Map<string, string[]> {
  const common = ["--json", "--session", "--help"];
  const flags = new Map(own.map(({ name, flags: its = {} }) => [name, [...Object.keys(its).map((flag) => `--${flag}`), ...common]]));
  for (const { tool, aliases = [], args } of Object.values(manifest)) {
    const its = [...Object.keys(args).map((name) => `--${flagName(name)}`), ...common, "--page", "--timeout"];
    for (const name of [tool, ...aliases]) flags.set(name.replaceAll("_", "-"), its);
  }
  return flags;
}
