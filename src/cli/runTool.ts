import { againstBase, baseUrlFor } from "./baseUrl.ts";
import { flagName, typedName } from "./manifest.ts";
import type { ToolCommand } from "../protocol/toolSurfaces.ts";
import { showOutcome } from "./outcome.ts";
import { hasTarget, parseCommand, type ParsedCommand } from "./parseCommand.ts";
import { makesPictures, pictureFile } from "./pictureFile.ts";
import { recall, remember, type Remembered } from "./remembered.ts";
import { oneShot, type Shell } from "./shell.ts";
import { fileForm, note, peopleForm, sources, terminal } from "./terminal.ts";
import { wrongUsage } from "./values.ts";

/** A tool as a command: one message to the daemon, one answer back. */
export async function runTool(command: ToolCommand, argv: string[], shell: Shell = oneShot()): Promise<number> {
  const parsed = parseCommand(command, argv, sources);
  if (parsed.options.help) {
    const { showCommandHelp } = await import("./more.ts");
    return showCommandHelp(command, parsed.options.json);
  }
  if (isFile(parsed.options.output) || makesPictures(command.args)) terminal().beforeFiles?.();
  const { home, client } = shell;
  const session = parsed.options.session ?? shell.session;
  const { input, options } = complete(command, parsed, () => recall(home, session));
  if (command.needs !== "daemon") {
    input["session"] ??= session;
    shell.expect?.({ id: String(input["session"]) });
  }
  if (options.verbose > 0) {
    const { describeReuse } = await import("./more.ts");
    note(await describeReuse(client, session));
  }
  const outcome = await client.call(command.tool, input, {
    ...(options.json ? {} : { form: "people", people: isFile(options.output) ? fileForm : peopleForm() }),
    ...(shell.signal && { signal: shell.signal }),
    onProgress: (message) => note(message),
  });
  shell.seen?.(outcome);
  const code = showOutcome(outcome, options, command, { goesOn: shell.goesOn, isPartEnough: input["maxBytes"] !== undefined });
  const { afterwards = (work) => work() } = shell;
  if (code === 0) keep(command, input, options.output, (changes) => afterwards(() => remember(home, session, changes)));
  return code;
}

const isFile = (output: string | undefined): output is string => output !== undefined && output !== "-";

/** Fills in what was left out and may be: addresses against the base URL, and what the last command used. */
function complete(command: ToolCommand, { input, options }: ParsedCommand, last: () => Remembered): ParsedCommand {
  const completed = { ...input };
  if (command.goesTo) {
    const url = input["url"] ?? (leads(command) ? last().url : undefined);
    const base = typeof url === "string" ? baseUrlFor(options.baseUrl, terminal().env, terminal().cwd) : undefined;
    if (url !== undefined) completed["url"] = base ? againstBase(String(url), base) : url;
  }
  if (command.wantsTarget && !hasTarget(input)) {
    const { selector } = last();
    if (selector !== undefined) {
      note(`On the last selector, ${selector}`);
      completed["selector"] = selector;
    }
  }
  const missing = Object.entries(command.args).find(([name, { required }]) => required && completed[name] === undefined)?.[0];
  if (missing) throw missingArgument(command, missing);
  return makesPictures(command.args) && input["path"] === undefined ? withPictureFile(command, completed, options, last) : { input: completed, options };
}

function withPictureFile(command: ToolCommand, input: Record<string, unknown>, options: ParsedCommand["options"], last: () => Remembered): ParsedCommand {
  const { output, format } = pictureFile(options.output, command.tool === "screenshot" ? last().output : undefined, input["format"]);
  return { input: { ...input, ...(format && { format }) }, options: { ...options, ...(output !== undefined && { output }) } };
}

/** The page is where it leads: a request from inside the page goes somewhere and leads nowhere, and one without a page has none to lead. */
const leads = ({ goesTo, needs, tool }: ToolCommand) => goesTo && needs !== "daemon" && tool !== "fetch";

function missingArgument(command: ToolCommand, missing: string): Error {
  const name = typedName(command);
  const how = command.positional?.includes(missing) ? `<${missing}>` : `--${flagName(missing)}`;
  return wrongUsage(`${name} needs ${how}`, `\`drover ${name} --help\` shows how it is used.`);
}

function keep(
  command: ToolCommand,
  input: Record<string, unknown>,
  output: string | undefined,
  save: (changes: Remembered) => void,
): void {
  const { url, selector } = input;
  const changes: Remembered = {
    ...(leads(command) && typeof url === "string" && { url }),
    ...(typeof selector === "string" && { selector }),
    ...(isFile(output) && { output }),
  };
  if (Object.keys(changes).length > 0) save(changes);
}
