import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sentTo } from "../../src/dispatch/foreignNames.ts";
import { parseInput } from "../../src/dispatch/parseInput.ts";
import type { Tool } from "../../src/tools/defineTool.ts";
import { families } from "../../src/tools/families.ts";
import { registry } from "../../src/tools/registry.ts";

const tools: [string, Tool][] = [...registry];

/** Every end-to-end test's text, one after the other. */
const endToEndTests = readdirSync("test/e2e", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => readFileSync(`test/e2e/${file}`, "utf8"))
  .join("\n");

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe.each(tools)("%s", (name, tool) => {
  test("is declared well", () => {
    expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    expect(families).toContain(tool.family);
    expect(tool.summary).not.toMatch(/\n|^\s|\s$/);
    expect(tool.summary.length).toBeLessThanOrEqual(200);
  });

  test("has examples that its input accepts", () => {
    expect(tool.examples.length).toBeGreaterThan(0);
    for (const example of tool.examples) expect(tool.input.safeParse(example)).toMatchObject({ success: true });
  });

  test("lets itself be told a session", () => {
    for (const example of tool.examples) expect(() => parseInput(tool, { ...example, session: "shop" }, "sdk")).not.toThrow();
  });

  test("is in the reference and in the table of engines", () => {
    expect(readFileSync(`docs/reference/${tool.family}.md`, "utf8")).toContain(`## \`${name}\`\n`);
    expect(readFileSync("docs/engines.md", "utf8")).toContain(`| [\`${name}\`](`);
    for (const support of Object.values(tool.engines))
      if (support !== "full") expect("partial" in support ? support.partial : support.none).toMatch(/\w/);
  });

  test("has an end-to-end test that names it", () => {
    const named = [`"${name}"`, `.${camelCase(name)}(`].some((text) => endToEndTests.includes(text));
    expect(named, `no test in test/e2e calls ${name}`).toBe(true);
  });
});

test("names of other tools lead to tools that are there", () => {
  expect(sentTo().filter((name) => !registry.has(name))).toEqual([]);
});
