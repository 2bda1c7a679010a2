import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { rotate } from "../measure.ts";
import { form as page } from "../pages/form.ts";
import { cpuTimeOf } from "../processes.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";

export const withoutRecords = "Drover, no records";

const CAPABILITIES = "read,navigation,eval";
const kinds: Record<string, string> = {
  [withoutRecords]: CAPABILITIES,
  "Drover, records of every call": `${CAPABILITIES},diagnostics`,
};

const CALLS = 500;
/** Code that is run often is compiled again, at the cost of some hundred calls. */
const WARM_UP = 4;

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
  } catch (error) {
    for (const each of lines) each.failure = messageOf(error);
  } finally {
    await Promise.allSettled([...running.values()].map((drover) => drover.stop()));
  }
  return lines;
}

export const records: Part = { name: "records", title: "processor time of a call, with and without a record for diagnostics", run };
