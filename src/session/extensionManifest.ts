import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { DroverError } from "../protocol/errors.ts";

const action = z.object({ default_popup: z.string().optional() }).optional();

const manifestSchema = z.object({
  manifest_version: z.union([z.literal(2), z.literal(3)]),
  name: z.string().min(1),
  version: z.string().min(1),
  default_locale: z.string().optional(),
  key: z.string().optional(),
  action,
  browser_action: action,
  page_action: action,
  options_ui: z.object({ page: z.string() }).optional(),
  options_page: z.string().optional(),
  side_panel: z.object({ default_path: z.string() }).optional(),
  sidebar_action: z.object({ default_panel: z.string() }).optional(),
  commands: z.record(z.string(), z.object({ suggested_key: z.unknown().optional() })).optional(),
});

export const extensionPages = ["popup", "options", "side-panel"] as const;
export type ExtensionPage = (typeof extensionPages)[number];

/** What Drover needs to know of an extension. Whether it is a good one is the browser's to judge. */
export interface ExtensionManifest {
  name: string;
  version: string;
  /** What its id is made of, where it is not to depend on its place. */
  key: string | undefined;
  /** Its own pages by what they are for, as addresses below its own. */
  pages: Partial<Record<ExtensionPage, string>>;
  hasButton: boolean;
  commands: string[];
}

export function readManifest(folder: string, given: string): ExtensionManifest {
  requireFolder(folder, given);
  const text = ifPresent(() => readFileSync(path.join(folder, "manifest.json"), "utf8"), "a folder without a manifest is refused", undefined);
  if (text === undefined) throw unusable(`${given} has no manifest.json`, "Name the folder that holds manifest.json itself, not one around it.");
  // As browsers read them: with comments and a mark of the byte order.
  const json = unlessMalformed<unknown>(() => JSON.parse(text.replace(/^\uFEFF/, "").replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*$/gm, "$1")));
  if (json === undefined) throw unusable(`the manifest of ${given} is no JSON`, "Correct manifest.json.");
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw unusable(`the manifest of ${given} is no extension's: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`, "It needs manifest_version (2 or 3), name and version.");
  const { data } = parsed;
  const button = data.action ?? data.browser_action ?? data.page_action;
  return {
    name: inWords(data.name, folder, data.default_locale),
    version: data.version,
    key: data.key,
    pages: {
      ...named("popup", button?.default_popup),
      ...named("options", data.options_ui?.page ?? data.options_page),
      ...named("side-panel", data.side_panel?.default_path ?? data.sidebar_action?.default_panel),
    },
    hasButton: button !== undefined,
    commands: Object.keys(data.commands ?? {}),
  };
}

/** An empty path is how a manifest says that there is none. */
const named = (page: ExtensionPage, path: string | undefined): Partial<Record<ExtensionPage, string>> => (path ? { [page]: path } : {});

function requireFolder(folder: string, given: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) throw unusable(`there is no folder ${given} in the workspace`, "Copy the unpacked extension into the workspace.");
  if (!stats.isDirectory()) throw unusable(`${given} is a file, not the folder of an unpacked extension`, /\.(?:crx|xpi|zip)$/i.test(given) ? "Unpack it first: both are ZIP archives." : "Name the folder that holds manifest.json.");
}

const messages = z.record(z.string(), z.object({ message: z.string() }));

/** A name may stand in the file of its language. */
function inWords(name: string, folder: string, locale: string | undefined): string {
  const key = /^__MSG_(\w+)__$/.exec(name)?.[1];
  if (key === undefined || locale === undefined || !/^\w+$/.test(locale)) return name;
  const text = ifPresent(() => readFileSync(path.join(folder, "_locales", locale, "messages.json"), "utf8"), "an extension without its words is called by their name", "{}");
  const parsed = messages.safeParse(unlessMalformed<unknown>(() => JSON.parse(text)));
  const found = parsed.success ? Object.entries(parsed.data).find(([each]) => each.toLowerCase() === key.toLowerCase()) : undefined;
  return found?.[1].message ?? name;
}

const unusable = (message: string, hint: string): DroverError => new DroverError("bad-path", message, { hint });
