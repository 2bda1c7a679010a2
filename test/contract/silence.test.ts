import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * A failure that is passed over says what it was: `mayFail`, `attempt` and their kin in src/diagnosis, or a handler that looks at what
 * it was given. These may not, each for its reason.
 */
const exceptions: Record<string, string> = {
  "src/protocol/lines.ts": "refuses a message that does not parse: its sender is told",
  "src/session/serviceWorkerRules.ts": "runs in a service worker: the page's own answer is not wanted, nor its failure",
};

/** Page code cannot reach the daemon's memory: there a comment before or in the handler says why it may be silent. */
const isExplained = (file: string, code: string, index: number): boolean =>
  file.startsWith("src/page/") && (/\/\/[^\n]*\n[^\n]*$/.test(code.slice(0, index + 1)) || /^[^\n]*\n\s*\/\//.test(code.slice(index)));

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"));

/** Where what was thrown is not even given a name, and nothing else is thrown in its place. */
const silent: RegExp[] = [/\bcatch \{(?!\s*throw\b)/g, /\.catch\(\(\) =>/g, /\.catch\((?:function \(\)|noop|ignore)\b/g];

const silentCallback = /,\s*\(\) => (?:undefined|null|false|true|\[\]|""|\{\s*\}),?\s*\)/g;

/** Callbacks that are no handlers of a failure look the same. */
const isHandler = (code: string, index: number): boolean => /\.then\((?:[^;]|\n)*$/.test(code.slice(Math.max(0, index - 300), index));

const silentIn = (code: string): number[] => [
  ...silent.flatMap((form) => [...code.matchAll(form)].map(({ index }) => index)),
  ...[...code.matchAll(silentCallback)].map(({ index }) => index).filter((index) => isHandler(code, index)),
];

function silentPlaces(file: string): string[] {
  const code = readFileSync(file, "utf8");
  const places = silentIn(code).filter((index) => !isExplained(file, code, index));
  return places.map((index) => `${file}:${code.slice(0, index).split("\n").length}`);
}

test("no failure is swallowed in silence", () => {
  const places = sources.filter((file) => !(file in exceptions)).flatMap(silentPlaces);
  expect(places).toEqual([]);
});

test.each(Object.keys(exceptions))("%s still needs its exception", (file) => {
  expect(silentPlaces(file)).not.toEqual([]);
});

test.each([
  "await work.catch(() => undefined);",
  "work.catch(() => {});",
  "try { work() } catch { }",
  "try {\n  work();\n} catch {\n  // Never mind.\n}",
  "work.then(\n  () => 1,\n  () => undefined,\n);",
  "work.then(({ running }) => running, () => false);",
])("%j would be found", (code) => {
  expect(silentIn(code)).not.toEqual([]);
});
