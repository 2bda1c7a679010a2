import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { capabilities } from "../policy/capability.ts";
import { DroverError } from "../protocol/errors.ts";
import { families } from "../tools/families.ts";

/** Raised when a plugin of before would not work any more. */
const API_VERSION = 1;

/** Words that mean something else where a namespace stands. */
const reserved = new Set<string>([...families, "all", "core", "drover", "mcp", "plugin"]);

export const NAMESPACE = /^[a-z][a-z0-9_]{1,31}$/;
const PACKAGE_NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;

/** A name that npm would take, and that leads nowhere else as a path. */
export const isPackageName = (name: string): boolean => name.length <= 214 && PACKAGE_NAME.test(name) && !name.includes("..");

/** Addresses that one of the plugin's tools knows: `web_extract` with action=vertical asks it. */
const verticalSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{1,31}$/, "an extractor's name is 2 to 32 of a-z, 0-9 and -, and begins with a letter"),
  /** One line for people. */
  about: z.string().min(1).max(200),
  /** Each with the hosts below it. */
  hosts: z.array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/, "a host is a name such as crates.io, without a scheme or a port")).min(1).max(50),
  /** How the path begins; any unless given. */
  paths: z.array(z.string().startsWith("/")).min(1).max(50).optional(),
  /** Without the namespace. It is called with `url`. */
  tool: z.string().regex(/^[a-z][a-z0-9_]*$/, "a tool of the plugin's own, without its namespace"),
});

/** `drover` in a plugin's package.json. */
const manifestSchema = z.strictObject({
  apiVersion: z.number().int(),
  namespace: z.string().regex(NAMESPACE, "a namespace is 2 to 32 of a-z, 0-9 and _, and begins with a letter"),
  /** The module, from the package's folder; else package.json's `main`. */
  entry: z.string().min(1).optional(),
  capabilities: z.array(z.enum(capabilities)).default([]),
  /** It runs code of its own in pages. */
  pageCode: z.boolean().default(false),
  verticals: z.array(verticalSchema).max(50).default([]),
  dependsOn: z.array(z.strictObject({ plugin: z.string().refine(isPackageName, "not the name of a package"), version: z.string().min(1).default("*") })).default([]),
});

const packageSchema = z.object({
  name: z.string().refine(isPackageName, "not the name of a package"),
  version: z.string().min(1),
  description: z.string().optional(),
  main: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  drover: z.unknown().optional(),
});

export type PluginManifest = z.infer<typeof manifestSchema>;

export interface PluginPackage {
  name: string;
  version: string;
  description?: string;
  manifest: PluginManifest;
  /** The module, from the package's folder. */
  entry: string;
  /** Packages that its code needs. */
  needs: string[];
}

/** Reads what a package says of itself, without running anything of it. Throws when it is not a plugin that can be used here. */
export function readPackage(folder: string): PluginPackage {
  const file = path.join(folder, "package.json");
  const json = readJson(file);
  const { name, version, description, main, dependencies, optionalDependencies, drover } = parsed(packageSchema, json, file);
  if (drover === undefined)
    throw new DroverError("bad-input", `${name} is not a plugin: its package.json has no "drover"`, { hint: "docs/plugin-authoring.md says what belongs there; `drover plugin new` makes one." });
  const { apiVersion } = parsed(z.looseObject({ apiVersion: z.number() }), drover, `"drover" in ${file}`);
  if (apiVersion !== API_VERSION)
    throw new DroverError("bad-input", `${name} is made for version ${apiVersion} of the plugin API, and this is ${API_VERSION}`, { hint: apiVersion > API_VERSION ? "Get a newer Drover." : "Get a newer version of the plugin." });
  const manifest = parsed(manifestSchema, drover, `"drover" in ${file}`);
  if (reserved.has(manifest.namespace)) throw new DroverError("bad-input", `${name} calls itself "${manifest.namespace}", which means something else in Drover`);
  return {
    name,
    version,
    ...(description && { description }),
    manifest,
    entry: entryIn(folder, manifest.entry ?? main ?? "index.js", name),
    needs: Object.keys({ ...dependencies, ...optionalDependencies }),
  };
}

/** Neither its path nor a link may lead out of the package. */
function entryIn(folder: string, given: string, name: string): string {
  const file = path.resolve(folder, given);
  const outside = (place: string, root: string) => path.relative(root, place).startsWith("..") || path.isAbsolute(path.relative(root, place));
  if (outside(file, folder)) throw new DroverError("bad-path", `the entry of ${name}, ${given}, leads out of the package`);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new DroverError("not-found", `the entry of ${name}, ${given}, is not there`, { hint: "Build the plugin first (`npm run build` in its folder)." });
  if (outside(realpathSync(file), realpathSync(folder))) throw new DroverError("bad-path", `the entry of ${name}, ${given}, is a link that leads out of the package`);
  return path.relative(folder, file);
}

export function readJson(file: string): unknown {
  const text = readFileSync(file, "utf8");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DroverError("bad-input", `${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

const wordsOf = (issue: z.core.$ZodIssue): string => (issue.code === "invalid_key" && issue.issues[0] ? issue.issues[0].message : issue.message);

export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.slice(0, 5).map((issue) => (issue.path.length > 0 ? `${issue.path.join(".")}: ${wordsOf(issue)}` : wordsOf(issue)));
  throw new DroverError("bad-input", `${what}: ${lines.join("; ")}`);
}
