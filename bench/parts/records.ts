import os from "node:os";
import { defaultConfig } from "../../src/config/config.ts";
import { resolveHome } from "../../src/config/home.ts";
import { Call, type Caller, goThrough, type Step } from "../../src/dispatch/call.ts";
import { diagnose } from "../../src/dispatch/steps/diagnose.ts";
import { Exit } from "../../src/exit/exit.ts";
import { DiagnosticLog } from "../../src/files/diagnosticLog.ts";
import { SecretMask } from "../../src/security/secretMask.ts";
import { evalJs } from "../../src/tools/javascript/evalJs.ts";
import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { rotate } from "../measure.ts";
import { form as page } from "../pages/form.ts";
import { cpuTimeOf } from "../processes.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";

export const withoutRecords = "Drover, no records";
export const stepAtRest = "the step alone, while it keeps no records";

const CAPABILITIES = "read,navigation,eval";
const kinds: Record<string, string> = {
  [withoutRecords]: CAPABILITIES,
  "Drover, records of every call": `${CAPABILITIES},diagnostics`,
};

const CALLS = 500;
/** Code that is run often is compiled again, at the cost of some hundred calls. */
const WARM_UP = 4;

const STEPS = 100_000;

/** What stands in the way of every call where nobody asked for records: two lists of steps in turn, of which one has the one that keeps them. In milliseconds. */
async function costAtRest(bench: Bench): Promise<number> {
  const caller: Caller = { kind: "mcp", cwd: bench.workplace.dir, env: {}, owner: { kind: "agent", id: "bench", pid: process.pid, folder: bench.workplace.dir }, secret: async () => undefined };
  const call = new Call({ id: "c1", caller, name: evalJs.name, given: { expr: "document.title" }, options: {} });
  call.understood = { tool: evalJs, parsed: { common: {}, input: call.given }, config: defaultConfig, client: { ...caller, capabilities: new Set(["read", "navigation", "eval"]) } };
  const exit = new Exit(new SecretMask());
  const step = diagnose(new DiagnosticLog((line) => exit.masked(line)), exit, resolveHome({ DROVER_HOME: os.tmpdir() }));
  const nothing: Step = async (_, next) => next();
  const timeOf = async (steps: readonly Step[]): Promise<number> => {
    const before = process.cpuUsage();
    for (let index = 0; index < STEPS; index++) await goThrough(steps, call);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / STEPS;
  };
  await timeOf([step]);
  await timeOf([nothing]);
  return Math.max(0, (await timeOf([step])) - (await timeOf([nothing])));
}

async function begin(bench: Bench, capabilities: string): Promise<DroverServer> {
  const drover = await startDrover(bench.workplace, [], "chromium", { DROVER_CAPABILITIES: capabilities });
  await drover.server.call("navigate", { url: bench.server.url(page), timeoutMs: 30_000, mode: "none" });
  return drover;
}

/** What a call costs the daemon and its MCP server: two of each in turn, of which one pair keeps records for diagnostics. */
async function run(bench: Bench): Promise<Measurement[]> {
  const lines = Object.keys(kinds).map((tool): Measurement => ({ part: "records", tool, surface: "mcp", page: page.name, samples: [] }));
  const running = new Map<string, DroverServer>();
  try {
    for (const { tool } of lines) running.set(tool, await begin(bench, kinds[tool]!));
    for (let round = -WARM_UP; round < bench.rounds; round++)
      for (const { tool, samples } of rotate(lines, Math.max(round, 0))) {
        bench.progress(`${CALLS} calls: ${tool}, round ${round + 1} of ${bench.rounds}`);
        const { server, home } = running.get(tool)!;
        const before = cpuTimeOf(home);
        for (let call = 0; call < CALLS; call++) await server.call("eval_js", { expr: "document.title" });
        if (round >= 0) samples.push((cpuTimeOf(home) - before) / CALLS);
      }
    const atRest: Measurement = { part: "records", tool: stepAtRest, surface: "floor", page: page.name, samples: [] };
    for (let round = 0; round < bench.rounds; round++) atRest.samples.push(await costAtRest(bench));
    lines.push(atRest);
  } catch (error) {
    for (const each of lines) each.failure = messageOf(error);
  } finally {
    await Promise.allSettled([...running.values()].map((drover) => drover.stop()));
  }
  return lines;
}

export const records: Part = { name: "records", title: "processor time of a call, with and without a record for diagnostics", run };
