import { createHash } from "node:crypto";
import { DroverError } from "../protocol/errors.ts";

/** The old way: Chromium is given the folders as it starts, and loads what is in them. */

const LOAD = "--load-extension=";
/** Chromium 126 and later ones up to some before 150 take extensions while they run, over their pipe, only with this; others do not know it. */
const WHILE_IT_RUNS = "--enable-unsafe-extension-debugging";

/** The folders that a browser with these flags is started with. */
export const foldersAtStart = (flags: readonly string[]): string[] => flags.find((flag) => flag.startsWith(LOAD))?.slice(LOAD.length).split(",") ?? [];

/** The same flags with those folders and no others. */
export function startingWith(flags: readonly string[], folders: readonly string[]): string[] {
  const unfit = folders.find((folder) => folder.includes(","));
  if (unfit !== undefined) throw new DroverError("bad-path", `this browser loads extensions only as it starts, from folders without a comma in their path: ${unfit}`, { hint: "Copy it to a folder of another name." });
  const others = flags.filter((flag) => !flag.startsWith(LOAD) && flag !== WHILE_IT_RUNS);
  return folders.length === 0 ? others : [...others, `${LOAD}${folders.join(",")}`, WHILE_IT_RUNS];
}

/** The id that Chromium gives to what is in a folder: of the manifest's key, or else of the path. */
export function chromiumIdOf(folder: string, key: string | undefined): string {
  const named = key === undefined ? Buffer.from(folder, process.platform === "win32" ? "utf16le" : "utf8") : Buffer.from(key, "base64");
  const digits = createHash("sha256").update(named).digest("hex").slice(0, ID_LENGTH);
  return digits.replaceAll(/./g, (digit) => "abcdefghijklmnop".charAt(Number.parseInt(digit, 16)));
}

const ID_LENGTH = 32;
