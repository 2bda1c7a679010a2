/** docs/security.md promises nothing that no test holds. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("docs/security.md", "utf8");

interface Named {
  file: string;
  beginnings: string[];
}

/** ``file`: the beginning of a name; another one` as the page writes it. */
function namedIn(part: string): Named[] {
  return [...part.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`(?:: ([^`|)\n]+))?/g)].map(([, file, names = ""]) => ({
    file: file!,
    beginnings: names.split(";").map((name) => name.trim().replace(/[….]+$/, "")).filter(Boolean),
  }));
}

const rows = text.split("\n").filter((line) => line.startsWith("| ") && !/^\| (?:promise|way|---)/.test(line));
const promises = rows.filter((line) => !/^\| (?:`|[a-z]+:? addresses)/.test(line));

test("every promise names a test", () => {
  expect(promises.length).toBeGreaterThan(20);
  for (const row of promises) expect(row, row).toMatch(/\.test\.ts`|\| the same/);
});

test.each(namedIn(text).map((named) => [named.file, named] as const))("%s has the tests that the page names", (file, { beginnings }) => {
  expect(existsSync(file)).toBe(true);
  const source = readFileSync(file, "utf8");
  for (const beginning of beginnings) expect(source.includes(`("${beginning}`) || source.includes(`(\`${beginning}`), `${file}: ${beginning}`).toBe(true);
});

test("nothing is left to be written", () => expect(text).not.toContain("<!--"));
