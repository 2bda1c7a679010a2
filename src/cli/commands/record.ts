import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EndRecordingOutput, ExportPlaywrightScriptOutput, StartRecordingOutput } from "../../generated/sdkTools.ts";
import { fileNameOf } from "../../text/fileName.ts";
import { wrongUsage } from "../values.ts";
import { verbOf, type Invocation, type OwnCommand } from "./ownCommand.ts";

async function start(call: Invocation): Promise<number> {
  const [, ...words] = call.words;
  const flowName = words.join(" ");
  if (flowName === "") throw wrongUsage("record start needs a name", "Example: drover record start login");
  const begun = await call.call<StartRecordingOutput>("start_recording", { session: call.session, flowName });
  return call.show(begun, `Recording "${begun.name}". Act in the window or with commands, then \`drover record stop\`.`);
}

/** Where the person stands, and never over another file. */
function freeFile(given: string | undefined, name: string, ending: string): string {
  if (given !== undefined) return path.resolve(given);
  const stem = fileNameOf(name.toLowerCase().replaceAll(/\s+/g, "-"));
  for (let turn = 1; ; turn++) {
    const file = path.resolve(`${stem}${turn === 1 ? "" : `-${turn}`}${ending}`);
    if (!existsSync(file)) return file;
  }
}

async function stop(call: Invocation): Promise<number> {
  const given = fileIn(call);
  const folder = path.dirname(path.resolve(given ?? "."));
  if (!existsSync(folder)) throw wrongUsage(`there is no folder ${folder}`, "Make it first; the recording goes on.");
  const ended = await call.call<EndRecordingOutput>("end_recording", { session: call.session });
  const file = freeFile(given, ended.name, ".yaml");
  writeFileSync(file, ended.yaml);
  return call.show({ ...ended, path: file }, `${ended.stepCount} steps written to ${file}\nRun it again: drover replay ${path.relative(".", file)}`);
}

async function script(call: Invocation): Promise<number> {
  const made = await call.call<ExportPlaywrightScriptOutput>("export_playwright_script", { session: call.session });
  const given = fileIn(call);
  if (given === undefined) return call.show(made, made.source);
  const file = path.resolve(given);
  writeFileSync(file, made.source);
  return call.show({ ...made, path: file }, `${made.stats.handled} of ${made.stats.steps} steps written to ${file}`);
}

async function note(call: Invocation): Promise<number> {
  const [, ...words] = call.words;
  if (words.length === 0) throw wrongUsage("record note needs words", 'Example: drover record note "Sign in with your work address"');
  const noted = await call.call<{ stepId: string }>("record_annotate", { session: call.session, copy: words.join(" ") });
  return call.show(noted, `Noted at ${noted.stepId}.`);
}

function fileIn({ words }: Invocation): string | undefined {
  if (words.length > 2) throw wrongUsage(`record ${words[0]} does not take "${words[2]}"`);
  return words[1];
}

const verbs: Record<string, (call: Invocation) => Promise<number>> = { start, stop, script, note };

export const recordCommand: OwnCommand = {
  name: "record",
  usage: "start <name> | stop [file] | script [file] | note <words>",
  words: 100,
  summary: "Record what is done in the session, in its window too, as a flow file or a spec for Playwright",
  verbs: Object.keys(verbs),
  examples: ["record start login", "record note \"Sign in with your work address\"", "record script login.spec.ts", "record stop login.yaml"],
  run: (call) => verbs[verbOf(recordCommand, call)]!(call),
};
