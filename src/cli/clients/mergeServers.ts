import { applyEdits, modify, parse, type ParseError } from "jsonc-parser";
import { parse as parseToml, stringify as stringifyToml, TomlError } from "smol-toml";
import { wrongUsage } from "../values.ts";
import type { AgentClient, ServerEntry } from "./agentClients.ts";

type Table = Record<string, unknown>;

const isTable = (value: unknown): value is Table => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The text of a client's file with the servers in it. Whatever else is there stays as it is, comments and order included; of an entry that is
 * there only what is missing is added, and what was asked for now.
 */
export function mergeServers(text: string | undefined, file: string, client: AgentClient, servers: Record<string, ServerEntry>, asked: Record<string, string>): string {
  return client.format === "toml" ? intoToml(text ?? "", file, client, servers, asked) : intoJson(text ?? "", file, client, servers, asked);
}

function intoJson(text: string, file: string, { member, besides }: AgentClient, servers: Record<string, ServerEntry>, asked: Record<string, string>): string {
  const errors: ParseError[] = [];
  const parsed: unknown = text.trim() === "" ? {} : parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isTable(parsed)) throw unreadable(file, "a JSON object");
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol: "\n" };
  const present = parsed[member];
  if (present !== undefined && !isTable(present)) throw unreadable(file, `an object under "${member}"`);
  let written = text.trim() === "" ? "{}" : text;
  for (const [name, entry] of Object.entries(servers))
    written = applyEdits(written, modify(written, [member, name], mergedEntry({ ...besides, ...entry }, present?.[name], asked), { formattingOptions }));
  return written.endsWith("\n") ? written : `${written}\n`;
}

/** A table at the end changes nothing of what is before it. One that is there already is left as it is: TOML's comments do not survive a rewrite. */
function intoToml(text: string, file: string, { member }: AgentClient, servers: Record<string, ServerEntry>, asked: Record<string, string>): string {
  const parsed = readToml(text, file);
  const present = isTable(parsed[member]) ? parsed[member] : {};
  const missing = Object.entries(servers).filter(([name]) => present[name] === undefined);
  const refused = Object.keys(asked).length > 0 && missing.length < Object.keys(servers).length;
  if (refused) throw wrongUsage(`${file} has Drover already, and a TOML file is only added to`, `Change ${Object.keys(asked).join(", ")} there by hand.`);
  const added = missing.map(([name, entry]) => stringifyToml({ [member]: { [name]: entry } }).trim());
  return added.length === 0 ? text : `${[text.trimEnd(), ...added].filter(Boolean).join("\n\n")}\n`;
}

function readToml(text: string, file: string): Table {
  try {
    return parseToml(text);
  } catch (thrown) {
    if (thrown instanceof TomlError) throw unreadable(file, "TOML");
    throw thrown;
  }
}

function mergedEntry(entry: Table & { env: Record<string, string> }, existing: unknown, asked: Record<string, string>): Table {
  if (!isTable(existing)) return entry;
  const { env: kept, ...rest } = existing;
  return { ...entry, ...rest, env: { ...entry.env, ...(isTable(kept) ? kept : {}), ...asked } };
}

const unreadable = (file: string, what: string): Error => wrongUsage(`${file} is there but is not ${what}`, "Mend or remove it, then run `drover init` again.");
