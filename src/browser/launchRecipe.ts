import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Home } from "../config/home.ts";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { attempt } from "../diagnosis/mayFail.ts";
import { VERSION } from "../protocol/version.ts";
import type { BrowserCommand } from "./launchBrowser.ts";

/**
 * How a browser is started, written down for the native door: it starts the next one by it, before any Node runs. A line says what must still
 * be so, or is a word of the command; `{home}` stands for the home. `native/drover.c` reads it, and the daemon looks once more whether it was right.
 */
export function recipeOf({ executable, flags }: BrowserCommand, { home, absent, env, variables }: { home: Home; absent: readonly string[]; env: NodeJS.ProcessEnv; variables: readonly string[] }): string | undefined {
  const lines = [
    ["version", VERSION],
    ...absent.map((file) => ["absent", file]),
    ...variables.map((name) => (env[name] ? ["env", `${name}=${env[name]}`] : ["unset", name])),
    ...[executable, ...flags].map((word) => ["word", word]),
  ].map((words) => words.join(" "));
  // What cannot be written down in this way is left to the daemon.
  if (lines.some((line) => /\n|\{home\}/.test(line))) return undefined;
  return `${lines.join("\n").replaceAll(home.dir, HOME)}\n`;
}

const HOME = "{home}";
const NAME = "launch.recipe";

/** Beside the program, which serves every home; in the home where that is somebody else's. */
const placesIn = (home: Home): string[] => [path.join(import.meta.dirname, NAME), path.join(home.dir, NAME)];

/** The one that the door follows. */
export function readRecipe(home: Home): string | undefined {
  return placesIn(home).reduce<string | undefined>((found, place) => found ?? ifPresent(() => readFileSync(place, "utf8"), "a browser is started without its recipe"), undefined);
}

export function writeRecipe(home: Home, recipe: string): void {
  for (const place of placesIn(home)) if (attempt(() => writeWhole(place, recipe), "a recipe is written where there is room for it")) return;
}

export function removeRecipe(home: Home): void {
  for (const place of placesIn(home)) attempt(() => rmSync(place, { force: true }), "a recipe that is wrong is passed over by who reads it");
}

function writeWhole(place: string, text: string): true {
  const draft = `${place}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, place);
  return true;
}
