import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { rotate } from "../measure.ts";
import { table } from "../pages/table.ts";
import { type Bench, type Measurement, type Part, messageOf, sizeOf, timed } from "./part.ts";

export const withoutSecrets = "Drover, no secret";
export const withSecrets = "Drover, 32 secrets";

const page = table(1_000);
const SECRETS = 32;
/** The first time the masker has 400,000 characters to read, compiling it costs ten times what reading them does. */
const WARM_UP = 3;
/** Alike enough to words of the page that beginnings match, as values of people do. */
const valueOf = (index: number): string => `row ${index} of pa55-${(index * 7_919).toString(36)}-${"xyz".repeat((index % 5) + 1)}`;

async function begin(bench: Bench, tool: string): Promise<DroverServer> {
  const drover = await startDrover(bench.workplace, [], "chromium", { DROVER_CAPABILITIES: "read,navigation,secrets" });
  if (tool === withSecrets)
    for (let index = 0; index < SECRETS; index++) await drover.server.call("register_secret", { name: `SECRET_${index}`, value: valueOf(index) });
  await drover.server.call("navigate", { url: bench.server.url(page), timeoutMs: 30_000, mode: "none" });
  return drover;
}

/** All of 13,000 elements, as an agent gets them: two daemons in turn, of which one has something to hide. */
async function run(bench: Bench): Promise<Measurement[]> {
  const line = (tool: string): Measurement => ({ part: "masking", tool, surface: "mcp", page: page.name, samples: [] });
  const lines = [line(withoutSecrets), line(withSecrets)];
  const running = new Map<string, DroverServer>();
  try {
    for (const { tool } of lines) running.set(tool, await begin(bench, tool));
    for (let round = -WARM_UP; round < bench.rounds; round++)
      for (const each of rotate(lines, Math.max(round, 0))) {
        bench.progress(`a whole snapshot of ${page.title}: ${each.tool}, round ${round + 1} of ${bench.rounds}`);
        const { took, value } = await timed(() => running.get(each.tool)!.server.call("snapshot", { full: true, timeoutMs: 30_000 }));
        if (round >= 0) each.samples.push(took);
        Object.assign(each, sizeOf(value));
      }
  } catch (error) {
    for (const each of lines) each.failure = messageOf(error);
  } finally {
    await Promise.allSettled([...running.values()].map((drover) => drover.stop()));
  }
  return lines;
}

export const masking: Part = { name: "masking", title: "13,000 elements without folding, with and without secrets to mask", run };
