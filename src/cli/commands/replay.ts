import { readFileSync, writeFileSync } from "node:fs";
import type { ReplayFlowOutput } from "../../generated/sdkTools.ts";
import type { Outcome } from "../../protocol/messages.ts";
import { wrongUsage } from "../values.ts";
import { type Invocation, type OwnCommand, refusalOf } from "./ownCommand.ts";

async function replay(call: Invocation): Promise<number> {
  const [file] = call.words;
  if (file === undefined) throw wrongUsage("replay needs a flow file", "`drover record stop` writes one.");
  const flow = readFlow(file);
  const outcome = await run(call, flow);
  const report = outcome.data as ReplayFlowOutput & { failedAt?: string | null };
  if (!outcome.ok && report.failedAt === undefined) throw refusalOf(outcome.data);
  const writes = call.on("write") && report.yaml !== undefined;
  if (writes) writeFileSync(file, report.yaml ?? "");
  return call.show(report, textOf(report, file, writes));
}

function readFlow(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    throw wrongUsage(`${file} cannot be read: ${(thrown as Error).message}`);
  }
}

/** Secrets that the session does not have are taken from the environment, where they are, and registered for it. */
async function run(call: Invocation, flow: string): Promise<Outcome> {
  const input = { session: call.session, flow };
  const first = await call.outcome("replay_flow", input);
  const { missing } = (first.ok ? {} : first.data) as { missing?: string[] };
  const given = (missing ?? []).flatMap((name) => (process.env[name] ? [{ name, value: process.env[name] }] : []));
  if (missing === undefined || given.length < missing.length) return first;
  for (const secret of given) await call.call("register_secret", { session: call.session, ...secret });
  return call.outcome("replay_flow", input);
}

function textOf({ name, ok, completed, steps, healed, message, hint }: ReplayFlowOutput, file: string, written: boolean): string {
  const rows = steps.map(({ id, action, ok: done, ms, healed: how }) => `${done ? "✓" : "✗"} ${id.padEnd(12)} ${action.padEnd(14)} ${`${ms} ms`.padStart(8)}${how === undefined ? "" : `  healed: found by ${how}`}`);
  const found = healed.map(({ locator, from, to }) => `  ${locator}: ${from} → ${to}`);
  const advice = healed.length === 0 || written ? [] : [`\`drover replay --write ${file}\` keeps what was healed.`];
  const failure = ok ? [] : [message ?? "", ...(hint === undefined ? [] : [hint])];
  return [...rows, `${name}: ${completed} of ${steps.length} steps done, ${healed.length} healed`, ...found, ...(written ? [`Written to ${file}`] : advice), ...failure].join("\n");
}

export const replayCommand: OwnCommand = {
  name: "replay",
  usage: "<flow.yaml> [--write]",
  words: 1,
  summary: "Run a recorded flow again, finding what has moved",
  flags: { write: { help: "keep the locators that had to be found again in the file" } },
  examples: ["replay login.yaml", "replay login.yaml --write"],
  run: replay,
};
