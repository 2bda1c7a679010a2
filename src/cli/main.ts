/** The command line's entry. Everything that a tool call does not need is in other bundles, loaded when asked for. */
import { asDroverError } from "../protocol/errors.ts";
import { loadCommand } from "./manifest.ts";
import { runTool } from "./runTool.ts";
import { splitCommand } from "./splitCommand.ts";
import { exitCodeOf, note, peopleForm, printJson, refusalText } from "./terminal.ts";
import { ownCommands } from "./ownCommands.ts";

async function run(argv: string[]): Promise<number> {
  const { name, rest } = splitCommand(argv);
  if (name !== undefined && !ownCommands.has(name)) {
    const command = loadCommand(name);
    if (command) return runTool(command, rest);
    // `drover storage get key` is `drover storage-get key`.
    const { name: verb, rest: after } = splitCommand(rest);
    const twoWords = verb === undefined ? undefined : loadCommand(`${name}-${verb}`);
    if (twoWords) return runTool(twoWords, after);
  }
  const { runOwnCommand } = await import("./more.ts");
  return runOwnCommand(name, rest);
}

function report(thrown: unknown, argv: string[]): number {
  const result = asDroverError(thrown).toResult();
  if (argv.includes("--json")) printJson(result);
  else note(refusalText(result, peopleForm().color));
  return exitCodeOf(result);
}

const argv = process.argv.slice(2);
run(argv)
  .catch((thrown: unknown) => report(thrown, argv))
  // Ends at once: waiting for the connection to close would only make the shell wait too.
  .then((code) => process.exit(code));
