import type { Driver } from "../drivers/driver.ts";
import { rotate } from "../measure.ts";
import { form } from "../pages/form.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

/** Starting is slow: more rounds would take longer than what they tell is worth. */
const MOST_ROUNDS = 15;

async function once(bench: Bench, driver: Driver): Promise<number> {
  const { took, value: tool } = await timed(async () => {
    const started = await driver.start(bench.workplace);
    await started.open(bench.server.url(form));
    return started;
  });
  await tool.stop();
  return took;
}

async function run(bench: Bench): Promise<Measurement[]> {
  const lines: Measurement[] = bench.drivers.map(({ name, surface }) => ({ part: "cold", tool: name, surface, page: form.name, samples: [] }));
  const rounds = Math.min(bench.rounds, MOST_ROUNDS);
  for (let round = 0; round < rounds; round++) {
    for (const driver of rotate(bench.drivers, round)) {
      const line = lines.find(({ tool }) => tool === driver.name);
      if (line === undefined || line.failure !== undefined) continue;
      bench.progress(`cold start of ${driver.name}, round ${round + 1} of ${rounds}`);
      try {
        line.samples.push(await once(bench, driver));
      } catch (error) {
        line.failure = messageOf(error);
      }
    }
  }
  return lines;
}

export const coldStart: Part = { name: "cold", title: "from nothing running to the first page shown", run };
