import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import path from "node:path";
import type { ToolCommand } from "../protocol/toolSurfaces.ts";

export type Manifest = Record<string, ToolCommand>;

/** The command's name in a shell. */
export const commandName = (tool: string): string => tool.replaceAll("_", "-");

/** The command as whoever typed it knows it. */
export const typedName = ({ tool, calledAs }: ToolCommand): string => calledAs ?? commandName(tool);

/** `fullPage` is `--full-page`. */
export const flagName = (argument: string): string =>
  argument.replaceAll(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`).replaceAll("_", "-");

/** Where each command is in the manifest, in bytes, by all its names. */
export type CommandPlaces = Record<string, [from: number, length: number]>;

const beside = (name: string): string => path.join(import.meta.dirname, name);

let places: ReadonlyMap<string, [from: number, length: number]> | undefined;

function commandPlaces(): ReadonlyMap<string, [from: number, length: number]> {
  places ??= new Map(Object.entries(JSON.parse(readFileSync(beside("commandPlaces.json"), "utf8")) as CommandPlaces));
  return places;
}

/** What was asked for before: a daemon is asked for the same few again and again. */
const loaded = new Map<string, ToolCommand>();

/** Reads the one command that was asked for: parsing all of them takes longer. */
export function loadCommand(name: string): ToolCommand | undefined {
  const normal = commandName(name);
  const known = loaded.get(normal);
  if (known) return known;
  const place = commandPlaces().get(normal);
  if (!place) return undefined;
  const command = JSON.parse(readPiece(beside("commands.json"), ...place)) as ToolCommand;
  loaded.set(normal, command);
  return command;
}

/** All names of all tools, as they are typed. */
export const commandNames = (): string[] => [...commandPlaces().keys()];

function readPiece(file: string, from: number, length: number): string {
  const piece = Buffer.alloc(length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, piece, 0, length, from);
  } finally {
    closeSync(descriptor);
  }
  return piece.toString("utf8");
}

/** Every tool, for help, completion and suggestions. */
export function loadManifest(): Manifest {
  return JSON.parse(readFileSync(beside("commands.json"), "utf8")) as Manifest;
}
