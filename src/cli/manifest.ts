import { readFileSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { ToolCommand } from "../protocol/toolSurfaces.ts";

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
