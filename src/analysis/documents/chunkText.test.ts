import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { chunkText } from "./chunkText.ts";

const sentence = "Ropes are long and strong, and they last. ";
const markdown = `# Guide\n\n## Ropes\n\n${sentence.repeat(12).trim()}\n\n- one\n- two\n\n## Code\n\n\`\`\`sh\n# no heading\nrun\n\`\`\`\n\n# Prices\n\nTwelve.`;

test("cuts at headings and sentences, with the headings above and tokens as they are counted", () => {
  const chunks = chunkText({ text: markdown, maxTokens: 60, overlapTokens: 0 });
  expect(chunks.map(({ headings }) => headings.join(" › "))).toEqual([...Array.from({ length: chunks.length - 2 }, () => "Guide › Ropes"), "Guide › Code", "Prices"]);
  for (const { text, tokens } of chunks) {
    expect(tokens).toBe(countTokens(text));
    expect(tokens).toBeLessThanOrEqual(60);
  }
  expect(chunks[1]?.text.startsWith("Ropes are long")).toBe(true);
  expect(chunks.at(-2)?.text).toContain("# no heading");
  expect(chunks.at(-1)).toMatchObject({ fromLine: 17, toLine: 19, text: "# Prices\n\nTwelve." });
});

test("repeats whole sentences of the chunk before, within the limit", () => {
  const chunks = chunkText({ text: sentence.repeat(30), maxTokens: 50, overlapTokens: 12 });
  for (const chunk of chunks.slice(1)) {
    expect(chunk.overlap).toBeGreaterThan(0);
    expect(chunk.overlap).toBeLessThanOrEqual(12);
    expect(chunk.tokens).toBeLessThanOrEqual(50);
    expect(chunk.text.startsWith("Ropes are long")).toBe(true);
  }
  const without = chunkText({ text: sentence.repeat(30), maxTokens: 50, overlapTokens: 0 });
  expect(without.map(({ text }) => text).join(" ")).toBe(sentence.repeat(30).trim());
});

test("words without an end are cut all the same", () => {
  const chunks = chunkText({ text: "x9Q".repeat(900), maxTokens: 100, overlapTokens: 0 });
  expect(chunks.map(({ text }) => text).join("")).toBe("x9Q".repeat(900));
  for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(100);
});
