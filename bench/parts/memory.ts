import { setTimeout } from "node:timers/promises";
import { form } from "../pages/form.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";

const SESSIONS = [1, 10, 50, 200];
/** What a tool holds while nobody asks anything of it: most of its life. What its start has left may be cleared away by then. */
const AT_REST_MS = 15_000;
/** Beyond these the machine is asked for more than it has, or for an hour. */
const MOST_OF_OTHERS = 50;
const MOST_WITH_A_BROWSER_EACH = 10;

async function run(bench: Bench): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  const url = bench.server.url(form);
  for (const driver of bench.drivers.filter(({ surface }) => surface !== "cli")) {
    const tool = await driver.start(bench.workplace);
    try {
      if (tool.addSession === undefined) continue;
      await tool.open(url);
      let open = 1;
      const most = bench.quick || driver.browserPerSession ? MOST_WITH_A_BROWSER_EACH : driver.package === "drover" ? Infinity : MOST_OF_OTHERS;
      for (const sessions of SESSIONS.filter((count) => count <= most)) {
        for (; open < sessions; open++) {
          bench.progress(`memory: ${driver.name} opens session ${open + 1} of ${sessions}`);
          await tool.addSession(open, url);
        }
        await setTimeout(AT_REST_MS);
        const counts = { sessions, ...(await tool.footprint()) };
        measured.push({ part: "memory", tool: driver.name, surface: driver.surface, page: `${sessions} sessions`, samples: [], counts });
      }
    } catch (error) {
      measured.push({ part: "memory", tool: driver.name, surface: driver.surface, samples: [], failure: messageOf(error) });
    } finally {
      await tool.stop();
    }
  }
  return measured;
}

export const memory: Part = { name: "memory", title: "memory at 1, 10, 50 and 200 sessions, after fifteen seconds in which nobody asked anything", run };
