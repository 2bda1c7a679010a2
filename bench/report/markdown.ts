import { corpus } from "../corpusPages.ts";
import { NOT_OFFERED, type Measurement } from "../parts/part.ts";
import type { Verdict } from "./budgets.ts";
import { oneTable, oneTableSection } from "./oneTable.ts";
import type { PartResults, Results } from "./results.ts";
import { tableOf, tokenTable } from "./tables.ts";
import { markdownTable } from "./textTable.ts";

const verdictMark = ({ holds }: Verdict): string => (holds === undefined ? "–" : holds ? "yes" : "**no**");

const budgetSection = (verdicts: readonly Verdict[]): string =>
  ["## The design's budgets", "", markdownTable(["budget", "target", "measured", "holds"], verdicts.map((each) => [each.what, each.target, each.measured, verdictMark(each)]))].join("\n");

const picturesOf = (files: readonly string[]): string[] => files.flatMap((file) => [`![](${file})`, ""]);

const failuresOf = (measurements: readonly Measurement[]): string[] =>
  measurements
    .filter(({ failure }) => failure !== undefined && failure !== NOT_OFFERED)
    .map(({ tool, page, failure }) => `- ${tool}${page ? `, ${page}` : ""}: ${failure}`);

function partSection(name: string, { title, rounds, ranAt, measurements }: PartResults, pictures: readonly string[]): string {
  const table = tableOf(name, measurements);
  const tokens = ["snapshot", "find", "click", "fill"].includes(name) ? tokenTable(measurements) : undefined;
  const failures = failuresOf(measurements);
  return [
    `## ${name}: ${title}`,
    "",
    measurements.some(({ samples }) => samples.length > 0)
      ? measurements.every(({ samples }) => samples.length <= 1)
        ? `Done once, ${ranAt.slice(0, 10)}.`
        : `${rounds} rounds, ${ranAt.slice(0, 10)}. Times are medians with the middle half of the samples in brackets.`
      : `${ranAt.slice(0, 10)}.`,
    "",
    ...picturesOf(pictures),
    markdownTable(table.head, table.rows),
    ...(tokens ? ["", "What the caller reads back, in o200k tokens:", "", markdownTable(tokens.head, tokens.rows)] : []),
    ...(failures.length > 0 ? ["", "What did not work:", "", ...failures] : []),
  ].join("\n");
}

function toolSection({ tools, machine }: Results): string {
  return [
    "## What was compared",
    "",
    `${machine.chromium} on ${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB, Node ${machine.node}. Every tool started the same`,
    `browser, headless, with the same flags (\`${machine.flags.join("` `")}\`), on the same pages from loopback. In each round each tool`,
    "had its turn, and another one was first.",
    "",
    markdownTable(["tool", "version", "to know when reading its numbers"], tools.map(({ name, version, notes }) => [name, version, notes.join("; ")])),
  ].join("\n");
}

const corpusSection = (): string =>
  [
    "## The corpus",
    "",
    `${corpus.length} pages, fetched from npm when the bench is installed; nothing of them is in this repository.`,
    "",
    markdownTable(["maker", "what", "package", "file", "licence"], corpus.map((page) => [page.maker, page.kind, page.package, `\`${page.file}\``, page.licence])),
  ].join("\n");

export function markdownReport(results: Results, verdicts: readonly Verdict[], pictures: Record<string, string[]>, order: readonly string[]): string {
  const measured = order.filter((name) => results.parts[name] !== undefined);
  const sections = measured.map((name) => partSection(name, results.parts[name] as PartResults, pictures[name] ?? []));
  return `${[
    "# What Drover costs next to its peers",
    "",
    "Written by `npm run bench`. Machines are noisy: compare numbers of one table with each other, not with another day's.",
    "",
    [oneTableSection(oneTable(results, order)), budgetSection(verdicts), toolSection(results), ...sections, corpusSection()].join("\n\n"),
  ].join("\n")}\n`;
}
