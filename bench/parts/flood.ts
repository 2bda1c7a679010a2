import { setTimeout as pause } from "node:timers/promises";
import { rawCdpListening } from "../drivers/rawCdp.ts";
import { rotate } from "../measure.ts";
import { flood as page } from "../pages/flood.ts";
import { type Bench, type Measurement, type Part, type Runner, messageOf, withTools } from "./part.ts";

const MOST_ROUNDS = 2;

/** The page's own time for it, and what the tool's processes grew by. */
async function once({ tool }: Runner, url: string): Promise<{ took: number; grew: number }> {
  const before = await tool.footprint();
  await tool.open(url);
  for (;;) {
    const { text } = await tool.evaluate("`took ${window.took}`");
    const took = /took (\d+(\.\d+)?)/.exec(text)?.[1];
    if (took !== undefined) return { took: Number(took), grew: (await tool.footprint()).tool - before.tool };
    // Asking more often would be work of its own.
    await pause(500);
  }
}

function run(bench: Bench): Promise<Measurement[]> {
  const chosen = [...bench.drivers.filter(({ surface }) => surface !== "cli"), rawCdpListening];
  return withTools(bench, chosen, async (runners) => {
    const lines = new Map(
      runners.map((runner): [Runner, Measurement] => [
        runner,
        { part: "flood", tool: runner.driver.name, surface: runner.driver.surface, page: page.name, samples: [] },
      ]),
    );
    const rounds = Math.min(bench.rounds, MOST_ROUNDS);
    for (let round = 0; round < rounds; round++) {
      for (const [runner, line] of rotate([...lines], round)) {
        if (line.failure !== undefined) continue;
        bench.progress(`5,000 requests and 20,000 console lines: ${runner.driver.name}, round ${round + 1} of ${rounds}`);
        try {
          const { took, grew } = await once(runner, bench.server.url(page));
          line.samples.push(took);
          line.counts = { grew };
        } catch (error) {
          line.failure = messageOf(error);
        }
      }
    }
    return [...lines.values()];
  });
}

export const flood: Part = { name: "flood", title: "5,000 requests and 20,000 console lines, by the page's own clock", run };
