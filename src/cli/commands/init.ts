import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import { atGivenPath } from "../givenPath.ts";
import { orderAttributes, sniffTestAttributes } from "../testAttributes.ts";
import { wrongUsage } from "../values.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";

const WORKSPACE = ".drover";
const ATTACH_EXAMPLE = "http://127.0.0.1:9222";

interface McpFile {
  mcpServers?: Record<string, unknown>;
  [key: string]: unknown;
}

async function init(call: Invocation): Promise<number> {
  const folder = path.resolve(call.words[0] ?? ".");
  if (!existsSync(folder)) throw wrongUsage(`there is no folder ${folder}`);
  if (!statSync(folder).isDirectory()) throw wrongUsage(`${folder} is not a folder`);
  const file = path.join(folder, ".mcp.json");
  const existing = readMcpFile(file);
  const given = call.text("test-attrs")?.split(",").map((name) => name.trim()).filter(Boolean);
  const counts = given ? new Map<string, number>() : sniffTestAttributes(folder);
  const attributes = given ?? orderAttributes(counts);

  const workspace = path.join(folder, WORKSPACE);
  atGivenPath(folder, () => mkdirSync(workspace, { recursive: true, mode: 0o700 }));
  // What lands there is of the moment; ignoring itself keeps the project's own ignore file untouched.
  writeFileSync(path.join(workspace, ".gitignore"), "*\n");

  // The file is the project's: whoever else checks it out has other folders.
  const env = { DROVER_WORKSPACE: WORKSPACE, DROVER_TEST_ATTRIBUTES: attributes.join(",") };
  const { missing, ...serve } = call.on("local") ? thisFile() : serverCommand(folder);
  const servers = {
    drover: { ...serve, env },
    "drover-attached": {
      ...serve,
      env: { ...env, DROVER_ATTACH_CDP: ATTACH_EXAMPLE, DROVER_CAPABILITIES: "read,navigation,action,human,byob-attach" },
    },
  };
  const asked: Record<string, string> = given ? { DROVER_TEST_ATTRIBUTES: attributes.join(",") } : {};
  const merged = Object.entries(servers).map(([name, entry]) => [name, mergedEntry(entry, existing.mcpServers?.[name], asked)] as const);
  writeFileSync(file, `${JSON.stringify({ ...existing, mcpServers: { ...existing.mcpServers, ...Object.fromEntries(merged) } }, undefined, 2)}\n`);

  const seen = [...counts].map(([name, count]) => `${name} (${count})`).join(", ");
  return call.show(
    { ok: true, folder, file, workspace, testAttributes: attributes, found: Object.fromEntries(counts), ...(missing && { warnings: [missing] }) },
    [
      `Wrote ${file} with two servers: "drover" starts its own browser, "drover-attached" uses one that you start with \`drover chrome start\`.`,
      `Files that tools write go to ${workspace}.`,
      given ? `Test attributes: ${attributes.join(", ")}.` : seen ? `Test attributes found in the code: ${seen}.` : "No test attributes were found in the code; the usual ones are used.",
      ...(missing ? [`! ${missing}`] : []),
    ].join("\n"),
  );
}

function readMcpFile(file: string): McpFile {
  if (!existsSync(file)) return {};
  const parsed = unlessMalformed(() => JSON.parse(readFileSync(file, "utf8")) as unknown);
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as McpFile;
  throw wrongUsage(`${file} is there but is not a JSON object`, "Mend or remove it, then run `drover init` again.");
}

interface ServerEntry {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** What somebody wrote into an entry stays; only what is missing is added, and what was asked for now. */
function mergedEntry(entry: ServerEntry, existing: unknown, asked: Record<string, string>): unknown {
  if (typeof existing !== "object" || existing === null) return entry;
  const { env: kept, ...rest } = existing as { env?: Record<string, string> };
  return { ...entry, ...rest, env: { ...entry.env, ...kept, ...asked } };
}

interface Serve {
  command: string;
  args: string[];
  /** What has to be done before it works on this machine. */
  missing?: string;
}

/** By name, so that the file is good on every machine: the shell's `drover`, or the project's own. */
function serverCommand(folder: string): Serve {
  if (existsSync(path.join(folder, "node_modules", ".bin", "drover"))) return { command: "npx", args: ["--no-install", "drover", "mcp"] };
  const onPath = (process.env["PATH"] ?? "").split(path.delimiter).some((dir) => dir && existsSync(path.join(dir, "drover")));
  const missing = "`drover` is not on this machine's PATH: install it (`npm install --global`), or run `drover init --local` for a file that names this installation's folder.";
  return { command: "drover", args: ["mcp"], ...(!onPath && { missing }) };
}

const thisFile = (): Serve => ({ command: "node", args: [path.join(import.meta.dirname, "drover.cjs"), "mcp"] });

export const initCommand: OwnCommand = {
  name: "init",
  usage: "[folder]",
  words: 1,
  summary: "Set a project up for agents: writes .mcp.json and finds its test attributes",
  flags: { "test-attrs": { value: "names", help: "which test attributes, the most important first, joined by commas" }, local: { help: "name this installation's folder, for a file that is not shared" } },
  examples: ["init", "init ./web --test-attrs data-testid,data-qa"],
  run: init,
};
