import { setTimeout as pause } from "node:timers/promises";
import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { rotate } from "../measure.ts";
import { flood as page } from "../pages/flood.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";

export const guardOff = "Drover, guard off";
export const guardOn = "Drover, guard on";

const MOST_ROUNDS = 5;

/** The page's own time for its flood. */
async function flooded({ server }: DroverServer, session: string, url: string): Promise<number> {
  await server.call("navigate", { session, url, timeoutMs: 60_000, mode: "none" });
  for (;;) {
    const { text } = await server.call("eval_js", { session, expr: "`took ${window.took}`" });
    const took = /took (\d+(\.\d+)?)/.exec(text)?.[1];
    if (took !== undefined) return Number(took);
    // Asking more often would be work of its own.
    await pause(250);
  }
}

/** One daemon, a session with and one without, in turn: what differs is the guard. */
async function run(bench: Bench): Promise<Measurement[]> {
  const line = (tool: string): Measurement => ({ part: "guard", tool, surface: "mcp", page: page.name, samples: [] });
  const lines = [line(guardOff), line(guardOn)];
  const drover = await startDrover(bench.workplace, [], "chromium", { DROVER_ALLOW_PRIVATE: bench.server.origin });
  try {
    for (const { tool } of lines) await drover.server.call("open_session", { session: tool, mode: "incognito", guard: tool === guardOn });
    const rounds = Math.min(bench.rounds, MOST_ROUNDS);
    for (let round = 0; round < rounds; round++)
      for (const each of rotate(lines, round)) {
        bench.progress(`5,000 requests and 20,000 console lines: ${each.tool}, round ${round + 1} of ${rounds}`);
        each.samples.push(await flooded(drover, each.tool, bench.server.url(page)));
      }
  } catch (error) {
    for (const each of lines) each.failure = messageOf(error);
  } finally {
    await drover.stop();
  }
  return lines;
}

export const guard: Part = { name: "guard", title: "the flood with and without the guard, by the page's own clock", run };
