import { readFileSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";

/** What a value typed in a shell may become. "size" is an object of width and height, which `1280x720` also means. */
export type ValueKind = "string" | "number" | "boolean" | "json" | "size";

export interface CommandArgument {
  kinds: ValueKind[];
  /** A list: the flag may be repeated. */
  many?: boolean;
  required?: boolean;
  choices?: string[];
  help?: string;
}

/** One tool as the command line sees it. Generated from its declaration. */
export interface ToolCommand {
  tool: string;
  /** The word that was typed, when it is another one. */
  calledAs?: string;
  family: string;
  summary: string;
  details?: string;
  needs: "page" | "session" | "daemon";
  positional?: string[];
  aliases?: string[];
  /** Its text is a value, which goes into a pipe or a file as it is. */
  exact?: true;
  args: Record<string, CommandArgument>;
  examples: Record<string, unknown>[];
  /** Its `url` is an address to go to: the base URL applies. */
  goesTo?: boolean;
  /** It cannot do without an element: the last selector applies when none is given. */
  wantsTarget?: boolean;
}

export type Manifest = Record<string, ToolCommand>;

/** The command's name in a shell. */
export const commandName = (tool: string): string => tool.replaceAll("_", "-");

/** The command as whoever typed it knows it. */
export const typedName = ({ tool, calledAs }: ToolCommand): string => calledAs ?? commandName(tool);

/** `fullPage` is `--full-page`. */
export const flagName = (argument: string): string =>
  argument.replaceAll(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`).replaceAll("_", "-");

/** Reads the one command that was asked for. The build splits the manifest, because parsing all of it takes longer. */
export function loadCommand(name: string): ToolCommand | undefined {
  const normal = commandName(name);
  if (!/^[a-z][a-z0-9-]*$/.test(normal)) return undefined;
  return ifPresent(() => JSON.parse(readFileSync(path.join(import.meta.dirname, "commands", `${normal}.json`), "utf8")) as ToolCommand, "the description of a command is damaged");
}

/** Every tool, for help, completion and suggestions. */
export function loadManifest(): Manifest {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "commands.json"), "utf8")) as Manifest;
}
