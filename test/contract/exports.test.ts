import { expect, test } from "vitest";
import { importsOf, sourceFiles, textOf, typeScriptFiles } from "./sources.ts";

/** Files whose exports are for others than this repository's modules, and who they are. */
const entries: Record<string, string> = {
  "src/sdk/index.ts": "users of the library",
  "src/sdk/session/index.ts": "users of the library",
  "src/generated/sdkTools.ts": "users of the library, who name the types of each tool",
  "src/dashboard/main.ts": "`drover dashboard`, which loads the built bundle by its path",
  "src/mcp/main.ts": "`drover mcp`, which loads the built bundle by its path",
  "src/cli/door/main.ts": "the daemon, which loads the built bundle by its path",
};

const everyFile = ["src", "test", "scripts", "bench"].flatMap(typeScriptFiles);

const importersOf = new Map<string, string[]>();
for (const file of everyFile) for (const wanted of importsOf(file)) importersOf.set(wanted, [...(importersOf.get(wanted) ?? []), file]);

/** Those who can name what a file exports: its importers, and theirs where they pass everything on. */
function readersOf(file: string): string[] {
  return (importersOf.get(file) ?? []).flatMap((importer) => (/^export (type )?\* from/m.test(textOf(importer)) ? [importer, ...readersOf(importer)] : [importer]));
}

const isWordIn = (name: string, text: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

function namesExported(file: string): { name: string; isType: boolean }[] {
  const found = textOf(file).matchAll(/^export (?:declare )?(?:async )?(const|let|function\*?|(?:abstract )?class|interface|type|enum) (\w+)/gm);
  return [...found].map(([, kind = "", name = ""]) => ({ name, isType: kind === "interface" || kind === "type" }));
}

/** A type may be exported because something else that is exported is declared with it. */
const usedAtHome = (name: string, file: string): boolean => isWordIn(name, textOf(file).replace(new RegExp(`^export (interface|type) ${name}\\b`, "m"), ""));

test("whatever is exported is imported somewhere", () => {
  const idle = sourceFiles("src")
    .filter((file) => !(file in entries))
    .flatMap((file) => {
      const readers = readersOf(file).map(textOf);
      return namesExported(file)
        .filter(({ name, isType }) => !readers.some((text) => isWordIn(name, text)) && !(isType && usedAtHome(name, file)))
        .map(({ name }) => `${file}: ${name}`);
    });
  expect(idle).toEqual([]);
});
