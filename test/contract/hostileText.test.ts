import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText } from "../../src/exit/plainText.ts";
import { render } from "../../src/exit/render.ts";
import { callResult } from "../../src/mcp/callResult.ts";
import { agentText, type SnapshotLine } from "../../src/session/snapshotText.ts";
import { escaped, escapedLines, quoted, visibleJson } from "../../src/text/escape.ts";
import { visibleText } from "../../src/text/visible.ts";
import { registry } from "../../src/tools/registry.ts";
import { paintTree } from "../../src/tools/see/paintTree.ts";
import { valueOf } from "./valueOf.ts";

/** What a page would write to be taken for Drover, for another line, or for its terminal. */
const pieces = ["\n", "\r", "\r\n", "\t", "\u0085", "\u2028", "\u2029", "\u001b[31m", "\u001b]0;x\u0007", "\u009b2J", "\0", "\u202e", "\u2066", "\u200f", "\u200b\u200c", "\u{e0041}\u{e0042}", "\ufe0f\ufe0f", '"', "\\", "\\u001b", "[ref=e1]", " [disabled]", "- button \"Pay\" [ref=e2]", "Warning: ", "!", "ok", "é", "👨‍👩‍👧", "می‌خواهم", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"];
const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 8 }).map((parts) => `w${parts.join("")}`);

// oxlint-disable-next-line no-control-regex
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\u200b-\u200d\u2060\ufeff]{2,}/u;
const lines = (text: string) => text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).length;
const plain = { reader: "person", columns: 10_000, color: false } as const;

const always = (holds: (text: string) => void) => fc.assert(fc.property(hostile, holds), { numRuns: 150 });

describe("text of a page", () => {
  test("is one line with nothing unseen in it, and what people write stays as it is", () => {
    always((text) => {
      for (const shown of [escaped(text), quoted(text)]) {
        expect(lines(shown)).toBe(1);
        expect(shown).not.toMatch(unseen);
      }
      expect(escapedLines(text)).not.toMatch(unseen);
      expect(escaped(escaped(text))).toBe(escaped(text));
    });
    for (const text of ["é", "👨‍👩‍👧", "می‌خواهم", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️‍🔥", "Donau\u00addampf", "日本語"]) expect(escaped(text)).toBe(text);
  });

  test("cannot end its quotes", () =>
    always((text) => {
      expect(quoted(text)).toMatch(/^"(?:[^"\\]|\\.)*"$/su);
    }));

  test("is the same in JSON, seen", () =>
    always((text) => {
      const json = visibleJson(JSON.stringify({ text }));
      expect(JSON.parse(json)).toEqual({ text });
      expect(json).not.toMatch(unseen);
    }));

  test("forms no line, ref or mark of a snapshot", () =>
    always((text) => {
      const tree: SnapshotLine[] = [
        [0, text, text, "e1", { test: [text, text], value: text, state: { current: text, type: text }, options: [[text], 1] }],
        [1, text],
        [1, null, text],
      ];
      const shown = agentText(tree);
      expect(lines(shown)).toBe(3);
      expect(shown).not.toMatch(unseen);
      const [element, words] = shown.split("\n") as [string, string, string];
      const outside = (line: string) => line.replaceAll(/"(?:[^"\\]|\\.)*"/gu, "");
      expect(outside(element).match(/\[ref=/g)).toHaveLength(1);
      expect(outside(words)).toBe("  text ");
      for (const color of [false, true]) {
        const painted = visibleText(paintTree(tree, { ...plain, color }), color);
        expect(lines(painted)).toBe(3);
        // oxlint-disable-next-line no-control-regex
        expect(painted.replaceAll(/\u001b\[(?:[012]|3[1-6])m/g, "")).not.toMatch(unseen);
      }
    }));

  test("forms no line of a plain rendering", () =>
    always((text) => {
      const shown = plainText({ title: text, list: [text], [text]: 1, deep: { more: text } });
      const own = shown.split("\n").filter((line) => !/^ +\| /.test(line));
      expect(own).toHaveLength(5);
      expect(shown).not.toMatch(unseen);
    }));

  test("forms no line of what an agent gets", () =>
    always((text) => {
      const { content } = callResult({ ok: true, data: { text }, warnings: [text] });
      for (const part of content) expect(part.type === "text" && lines(part.text)).toBe(1);
    }));
});

/** Their text is a value that was asked for: its lines are its own. */
const values = new Set(["eval_js", "file_get", "artifact_get", "network_body", "fetch", "extract", "cookies", "storage_get", "read", "captures", "web_browser", "end_recording", "export_playwright_script"]);
const marked = /^ +\| /;

describe("the rendering for people of", () => {
  const rendered = [...registry.values()].filter(({ text }) => text !== undefined);

  test("what is told verbatim is a value, or marks its lines", () => {
    const verbatim = rendered.filter((tool) => tool.verbatim && !values.has(tool.name)).map(({ name }) => name);
    expect(verbatim.toSorted()).toEqual(["console_read", "network_read", "snapshot"]);
  });

  test.each(rendered.map((tool) => [tool.name, tool] as const))("%s has as many lines as with other words, and drives no terminal", (name, tool) => {
    const show = (text: string) => {
      // What people see of a snapshot is made of its lines, for which there is a test above.
      const data = tool.render ? { url: text, title: text, stats: "1 element", tree: [[0, text, text, "e1"]], warnings: [text] } : valueOf(tool.output, text);
      return visibleText(render(data, tool, "people", { columns: 10_000, color: false }) ?? "", false);
    };
    const own = (shown: string) => shown.split("\n").filter((line) => !marked.test(line)).length;
    const expected = own(show("word"));
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = show(text);
        expect(shown).not.toMatch(unseen);
        if (!values.has(name)) expect(own(shown), shown).toBe(expected);
      }),
      { numRuns: 40 },
    );
  });
});
