import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** Attributes that projects mark elements with for tests, the usual order of preference. */
const known = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-pw", "data-e2e", "data-automation-id"];
const usual = ["data-testid", "data-test", "data-cy", "data-qa"];

const codeFiles = /\.(jsx?|tsx?|mjs|vue|svelte|astro|html?|erb|haml|hbs|ejs|php|twig|cshtml|razor|heex|jinja2?)$/;
const skipped = new Set(["node_modules", "dist", "build", "out", "coverage", "vendor", "target"]);
const MAX_FILES = 5000;
const MAX_BYTES = 1_000_000;

/** How often each is used in the code under a folder. */
export function sniffTestAttributes(folder: string): Map<string, number> {
  const counts = new Map<string, number>();
  const pattern = new RegExp(`(?<![\\w-])(${known.join("|")})(?![\\w-])`, "g");
  for (const file of sourceFiles(folder, { left: MAX_FILES }))
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(pattern)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

/** What the project uses, most first, then the usual ones it does not. */
export const orderAttributes = (counts: Map<string, number>): string[] => [...new Set([...counts.keys(), ...usual])];

function* sourceFiles(folder: string, budget: { left: number }): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (budget.left <= 0) return;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith(".") && !skipped.has(entry.name)) yield* sourceFiles(file, budget);
    if (!entry.isFile() || !codeFiles.test(entry.name) || statSync(file).size > MAX_BYTES) continue;
    budget.left--;
    yield file;
  }
}
