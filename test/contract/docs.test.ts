import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const pages = ["README.md", ...readdirSync("docs", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".md")).map((file) => `docs/${file}`)];

test.each(pages)("%s links to files that exist", (page) => {
  const links = [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !existsSync(path.join(path.dirname(page), link)))).toEqual([]);
});

test("docs/architecture.md names every room, and only what exists", () => {
  const text = readFileSync("docs/architecture.md", "utf8");
  const rooms = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of rooms) expect(text).toContain(`\`src/${name}\``);
  const named = [...text.matchAll(/`((?:src|test|docs|scripts)\/[\w./-]+)`/g)].map(([, file = ""]) => file);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
