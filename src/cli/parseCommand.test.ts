import { describe, expect, test } from "vitest";
import type { ToolCommand } from "../protocol/toolSurfaces.ts";
import { parseCommand } from "./parseCommand.ts";

const command: ToolCommand = {
  tool: "do_it",
  family: "act",
  summary: "Does it.",
  needs: "page",
  positional: ["target", "value"],
  args: {
    ref: { kinds: ["string"] },
    selector: { kinds: ["string"] },
    named: { kinds: ["string"] },
    coords: { kinds: ["json"] },
    position: { kinds: ["json"] },
    value: { kinds: ["string"], required: true },
    deltaY: { kinds: ["number"] },
    fullPage: { kinds: ["boolean"] },
    tags: { kinds: ["string"], many: true },
    levels: { kinds: ["string"], many: true, choices: ["log", "error"] },
    steps: { kinds: ["json"], many: true },
    size: { kinds: ["size"] },
    mixed: { kinds: ["string", "number"] },
    body: { kinds: ["string"] },
    bodyBase64: { kinds: ["string"] },
  },
  examples: [],
};

const files: Record<string, string> = { "note.txt": "from a file", "input.json": '{"value":"whole"}', "raw.bin": "\xff\0" };
const sources = {
  file: (path: string) => {
    const text = files[path];
    if (text === undefined) throw new Error("ENOENT");
    return Buffer.from(text, path.endsWith(".bin") ? "latin1" : "utf8");
  },
  stdin: () => Buffer.from("from stdin"),
};
const parse = (...argv: string[]) => parseCommand(command, argv, sources);
const input = (...argv: string[]) => parse(...argv).input;

describe("a positional target", () => {
  test.each([
    ["e12", { ref: "e12" }],
    ["@login", { named: "login" }],
    ["120,80", { coords: { x: 120, y: 80 } }],
    ["#login", { selector: "#login" }],
    ["e12 > a", { selector: "e12 > a" }],
  ])("%s", (given, expected) => expect(input(given, "x")).toEqual({ ...expected, value: "x" }));

  test("leaves its place to the next one when a flag names the element", () =>
    expect(input("--ref", "e3", "hello")).toEqual({ ref: "e3", value: "hello" }));

  test("has a position in it, written as coordinates are", () => expect(input("e3", "x", "--position", "1,2")).toEqual({ ref: "e3", position: { x: 1, y: 2 }, value: "x" }));

  test("may be given by flag in any form", () => expect(input("--coords", "1,2", "x")).toEqual({ coords: { x: 1, y: 2 }, value: "x" }));
});

describe("values", () => {
  test("become what the argument takes", () =>
    expect(input("a", "b", "--delta-y", "-100", "--size", "800x600", "--mixed", "7")).toEqual({
      selector: "a",
      value: "b",
      deltaY: -100,
      size: { width: 800, height: 600 },
      mixed: 7,
    }));
  test("a number is refused where text does not fit", () => expect(() => input("--delta-y", "much")).toThrow(/takes a number/));
  test("switches go both ways", () => {
    expect(input("--full-page")).toEqual({ fullPage: true });
    expect(input("--no-full-page")).toEqual({ fullPage: false });
  });
  test("lists repeat; choices may be joined by commas; JSON arrays are taken apart", () =>
    expect(input("--tags", "a,b", "--tags", "c", "--levels", "log,error", "--steps", '[{"n":1},{"n":2}]')).toEqual({
      tags: ["a,b", "c"],
      levels: ["log", "error"],
      steps: [{ n: 1 }, { n: 2 }],
    }));
  test("@file, - and @@ stand for texts", () => {
    expect(input("a", "@note.txt")).toMatchObject({ value: "from a file" });
    expect(input("a", "-")).toMatchObject({ value: "from stdin" });
    expect(input("a", "@@peter")).toMatchObject({ value: "@peter" });
    expect(() => input("a", "@nowhere")).toThrow(/no file nowhere/);
  });
  test("bytes that are no text go where bytes fit, and are refused elsewhere", () => {
    expect(input("--body", "@raw.bin")).toEqual({ bodyBase64: "/wA=" });
    expect(input("--body", "@note.txt")).toEqual({ body: "from a file" });
    expect(() => input("a", "@raw.bin")).toThrow(/raw\.bin is not text/);
    expect(() => input("--tags", "@raw.bin")).toThrow(/raw\.bin is not text/);
  });
  test("negative numbers may stand alone, even twice", () =>
    expect(parseCommand({ ...command, positional: ["deltaY", "mixed"] }, ["-100", "-100"], sources).input).toEqual({ deltaY: -100, mixed: -100 }));
});

describe("--json", () => {
  test("alone asks for JSON", () => expect(parse("a", "b", "--json").options.json).toBe(true));
  test("with an object, a file or - is the whole input, which flags may change", () => {
    expect(input("--json", '{"value":"x","fullPage":true}', "--no-full-page")).toEqual({ value: "x", fullPage: false });
    expect(input("--json", "@input.json")).toEqual({ value: "whole" });
    expect(parse("--json", '{"value":"x"}', "--json").options.json).toBe(true);
    expect(() => input("--json", "{broken")).toThrow(/not valid JSON/);
  });
  test("does not eat a named target", () => expect(parse("--json", "@login", "x")).toMatchObject({ input: { named: "login" }, options: { json: true } }));
});

describe("options of every command", () => {
  test("reach the call or the shell", () =>
    expect(parse("a", "b", "--session", "shop", "--page", "Cart", "--timeout", "1.5s", "-vv", "-o", "x.png")).toEqual({
      input: { selector: "a", value: "b", page: "Cart", timeoutMs: 1500 },
      options: { json: false, help: false, verbose: 2, output: "x.png", session: "shop" },
    }));
  test("an unknown one names the nearest", () => expect(() => parse("--ful-page")).toThrow(expect.objectContaining({ hint: expect.stringContaining("--full-page") })));
  test("a word too many says how the command goes", () => expect(() => parse("a", "b", "c")).toThrow(expect.objectContaining({ hint: expect.stringContaining("<target> <value>") })));
  test("a flag without its value is refused", () => expect(() => parse("--ref")).toThrow(/--ref needs a value/));
});
