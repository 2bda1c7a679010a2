import { asDroverError } from "../protocol/errors.ts";
import { loadCommand } from "./manifest.ts";
import { loadPluginCommand } from "./pluginCommands.ts";
import { ownCommands } from "./ownCommands.ts";
import { runTool } from "./runTool.ts";
import type { Shell } from "./shell.ts";
import { splitCommand } from "./splitCommand.ts";
import { exitCodeOf, note, peopleForm, printJson, refusalText } from "./terminal.ts";

/** `drover extract` reads the page that is open, and with an address or a capture what is there: one command, two tools. */
const toTheWeb = (name: string, rest: readonly string[]): string =>
  name === "extract" && rest.some((word) => /^https?:\/\/|^--(?:url|response-id)(?:=|$)/i.test(word)) ? "web-extract" : name;

const asksForHelp = new Set(["--help", "-h"]);

/** Runs what was typed and says how the process should end. Everything that a tool call does not need is in other bundles. */
export async function runCommandLine(argv: string[], shell?: Shell): Promise<number> {
  const { name, rest } = splitCommand(argv);
  if (name !== undefined && !ownCommands.has(name)) {
    const command = loadCommand(toTheWeb(name, rest)) ?? loadPluginCommand(name, shell);
    if (command) return runTool(command, rest, shell);
    // `drover storage get key` is `drover storage-get key`, and `drover shop basket` is `drover shop.basket`.
    const { name: verb, rest: after } = splitCommand(rest);
    const twoWords = verb === undefined ? undefined : (loadCommand(`${name}-${verb}`) ?? loadPluginCommand(`${name}.${verb}`, shell));
    if (twoWords) return runTool(twoWords, after, shell);
  }
  if (name === "mcp" && !shell && !rest.some((word) => asksForHelp.has(word))) return (await import("./agentServer.ts")).serveAgent(rest);
  const { runOwnCommand } = await import("./more.ts");
  return runOwnCommand(name, rest, shell);
}

/** Tells what went wrong, and how the process should end. */
export function reportFailure(thrown: unknown, argv: string[]): number {
  const result = asDroverError(thrown).toResult();
  if (argv.includes("--json")) printJson(result);
  else note(refusalText(result, peopleForm().color));
  return exitCodeOf(result);
}
