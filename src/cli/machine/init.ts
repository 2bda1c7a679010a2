import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { closest } from "../../text/closest.ts";
import { type AgentClient, agentClients, userFileOf } from "../clients/agentClients.ts";
import { mergeServers } from "../clients/mergeServers.ts";
import { atGivenPath } from "../givenPath.ts";
import { askLine } from "../askLine.ts";
import { note } from "../terminal.ts";
import { orderAttributes, sniffTestAttributes } from "../testAttributes.ts";
import { wrongUsage } from "../values.ts";
import type { Invocation } from "../commands/ownCommand.ts";

const WORKSPACE = ".drover";
const ATTACH_EXAMPLE = "http://127.0.0.1:9222";

export async function init(call: Invocation): Promise<number> {
  const folder = path.resolve(call.words[0] ?? ".");
  if (!existsSync(folder)) throw wrongUsage(`there is no folder ${folder}`);
  if (!statSync(folder).isDirectory()) throw wrongUsage(`${folder} is not a folder`);
  const given = call.text("test-attrs")?.split(",").map((name) => name.trim()).filter(Boolean);
  const counts = given ? new Map<string, number>() : sniffTestAttributes(folder);
  const attributes = given ?? orderAttributes(counts);
  const { missing, ...serve } = call.on("local") ? thisFile() : serverCommand(folder);
  const asked: Record<string, string> = given ? { DROVER_TEST_ATTRIBUTES: attributes.join(",") } : {};
  const { clients, unasked } = await clientsMeant(call, folder);
  const plans = clients.map((client) => planFor(client, folder, call.on("user"), serve, attributes, asked));

  if (call.on("dry-run")) return call.show({ ok: true, folder, files: plans }, plans.map(({ file, text }) => `# ${file}\n${text}`).join("\n"));
  const outside = plans.filter(({ file, changed }) => changed && !file.startsWith(folder + path.sep));
  if (outside.length > 0) await allowed(call, outside);
  const workspace = path.join(folder, WORKSPACE);
  atGivenPath(folder, () => mkdirSync(workspace, { recursive: true, mode: 0o700 }));
  // What lands there is of the moment; ignoring itself keeps the project's own ignore file untouched.
  writeFileSync(path.join(workspace, ".gitignore"), "*\n");
  for (const { file, text, changed } of plans) {
    if (!changed) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  const hint = unasked.length > 0 ? `The project is also used with ${titles(unasked)}: \`drover init --for ${unasked.map(({ name }) => name).join(",")}\` writes for them too.` : undefined;
  const seen = [...counts].map(([name, count]) => `${name} (${count})`).join(", ");
  return call.show(
    { ok: true, folder, file: plans[0]?.file, files: plans.map(({ client, file, changed }) => ({ client, file, changed })), workspace, testAttributes: attributes, found: Object.fromEntries(counts), ...(hint && { hint }), ...(missing && { warnings: [missing] }) },
    [
      ...plans.map(({ title, file, changed, next }) => `${changed ? "Wrote" : "Left as it was:"} ${file}, for ${title}. ${next}`),
      `It has two servers: "drover" starts its own browser, "drover-attached" uses one that you start with \`drover chrome start\`.`,
      `Files that tools write go to ${workspace}.`,
      given ? `Test attributes: ${attributes.join(", ")}.` : seen ? `Test attributes found in the code: ${seen}.` : "No test attributes were found in the code; the usual ones are used.",
      ...(hint ? [hint] : []),
      ...(missing ? [`! ${missing}`] : []),
    ].join("\n"),
  );
}

interface Plan {
  client: string;
  title: string;
  file: string;
  text: string;
  changed: boolean;
  next: string;
}

function planFor(client: AgentClient, folder: string, forUser: boolean, serve: Serve, attributes: string[], asked: Record<string, string>): Plan {
  const isProjects = client.projectFile !== undefined && !forUser;
  const file = isProjects ? path.join(folder, client.projectFile ?? "") : userFileOf(client);
  // The file is the project's: whoever else checks it out has other folders. One of the person's serves every project.
  const env: Record<string, string> = isProjects ? { DROVER_WORKSPACE: WORKSPACE, DROVER_TEST_ATTRIBUTES: attributes.join(",") } : {};
  const servers = {
    drover: { ...serve, env },
    "drover-attached": { ...serve, env: { ...env, DROVER_ATTACH_CDP: ATTACH_EXAMPLE, DROVER_CAPABILITIES: "read,navigation,action,human,byob-attach" } },
  };
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const text = mergeServers(before, file, client, servers, asked);
  return { client: client.name, title: client.title, file, text, changed: text !== before, next: client.next };
}

const titles = (clients: AgentClient[]): string => clients.map(({ title }) => title).join(", ");

/** Those that were named; else Claude Code, whose file others read too, and whoever else the project has traces of, where somebody can be asked. */
async function clientsMeant(call: Invocation, folder: string): Promise<{ clients: AgentClient[]; unasked: AgentClient[] }> {
  const named = call.texts("for").flatMap((names) => names.split(","));
  if (named.includes("all")) return { clients: agentClients, unasked: [] };
  if (named.length > 0) return { clients: named.map((name) => agentClients.find((client) => client.name === name) ?? unknownClient(name)), unasked: [] };
  const [claude, ...rest] = agentClients;
  const usual = claude ? [claude] : [];
  const others = rest.filter(({ signs }) => signs.some((sign) => existsSync(path.join(folder, sign))));
  if (others.length === 0 || call.json || !process.stdin.isTTY) return { clients: usual, unasked: others };
  const listed = [...usual, ...others];
  const answer = await askLine(`This project is used with ${titles(listed)}. Write a file for each? [Y/n] `);
  return { clients: /^n/i.test(answer) ? usual : listed, unasked: [] };
}

function unknownClient(name: string): never {
  const names = agentClients.map((client) => client.name);
  const near = closest(name, names);
  throw wrongUsage(`"${name}" is no client that is known`, near ? `Did you mean ${near}?` : `There are ${names.join(", ")}, and all.`);
}

/** A file of the person's own is shown before it is written. */
async function allowed(call: Invocation, plans: Plan[]): Promise<void> {
  if (call.on("yes")) return;
  if (!process.stdin.isTTY || call.json) throw wrongUsage(`${plans.map(({ file }) => file).join(", ")} is outside the project`, "Pass --yes to write it all the same, or --dry-run to see what would be written.");
  for (const { file, text } of plans) note(`${file} would be:\n${text}`);
  if (!/^y/i.test(await askLine("Write it? [y/N] "))) throw wrongUsage("nothing was written");
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
