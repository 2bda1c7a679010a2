import { droverMcp, startDrover } from "../drivers/drover.ts";
import type { McpServer } from "../drivers/mcpServer.ts";
import { median } from "../measure.ts";
import { form } from "../pages/form.ts";
import { panelButton, panelFields } from "../pages/panel.ts";
import { table } from "../pages/table.ts";
import { footprintOf, openFilesOf } from "../processes.ts";
import { type Bench, type Measurement, type Moment, type Part, messageOf, timed } from "./part.ts";

const MOMENTS = 100;

/** By then the rings are full and the code is warm: what grows from here on, leaks. */
const WARM_SHARE = 0.2;

/** What an hour of an agent's work is made of, in turns. Each is one action on the session that lives all along. */
const actions = (bench: Bench): readonly ((server: McpServer, turn: number) => Promise<unknown>)[] => [
  (server) => server.call("click", { selector: panelButton.selector }),
  (server, turn) => server.call("fill", { selector: panelFields[turn % panelFields.length]?.selector, value: `turn ${turn}` }),
  (server) => server.call("snapshot"),
  (server, turn) => server.call("eval_js", { expr: `console.log("turn ${turn}"), document.title` }),
  (server) => server.call("find", { query: "postcode" }),
  (server) => server.call("press", { key: "Tab" }),
  (server, turn) => server.call("navigate", { url: bench.server.url(turn % 20 === 0 ? table(100) : form) }),
  (server) => server.call("screenshot"),
  (server) => server.call("network_read"),
  (server, turn) => server.call("type", { selector: "#field9", text: `${turn % 10}` }),
];

/** A session from its beginning to its end, with a page in it that was used. */
async function comeAndGo(server: McpServer, url: string, turn: number): Promise<void> {
  const session = `soak-${turn}`;
  await server.call("open_session", { session, mode: "incognito" });
  await server.call("navigate", { session, url });
  await server.call("click", { session, selector: panelButton.selector });
  await server.call("close_session", { session });
}

async function run(bench: Bench): Promise<Measurement[]> {
  const { actions: wanted, sessions } = bench.soak;
  const line: Measurement = { part: "soak", tool: droverMcp.name, surface: "mcp", page: `${wanted} actions, ${sessions} sessions`, samples: [] };
  const { server, home, stop } = await startDrover(bench.workplace, ["--tools", "all"]);
  const course: Moment[] = [];
  const betweenMoments = Math.max(1, Math.floor(wanted / MOMENTS));
  const everySession = wanted / sessions;
  let opened = 0;
  try {
    await server.call("navigate", { url: bench.server.url(form) });
    const work = actions(bench);
    for (let turn = 0; turn <= wanted; turn++) {
      if (turn % betweenMoments === 0) {
        bench.progress(`soak: action ${turn} of ${wanted}, session ${opened} of ${sessions}`);
        course.push({ at: turn, ...footprintOf(home, "anonymous"), files: openFilesOf(home) });
      }
      if (turn === wanted) break;
      const action = work[turn % work.length];
      if (action) line.samples.push((await timed(() => action(server, Math.floor(turn / work.length)))).took);
      for (; opened < sessions && opened * everySession <= turn; opened++) await comeAndGo(server, bench.server.url(form), opened);
    }
  } catch (error) {
    line.failure = `after ${line.samples.length} actions and ${opened} sessions: ${messageOf(error)}`;
  } finally {
    await stop();
  }
  line.course = course;
  line.counts = { actions: line.samples.length, sessions: opened, ...growthOf(course) };
  return [line];
}

/** How much more there was at the end than when everything was warm: of each the median of a fifth of the moments. */
export function growthOf(course: readonly Moment[]): Record<"grew" | "browserGrew" | "filesGrew", number> {
  const fifth = Math.max(1, Math.floor(course.length * WARM_SHARE));
  const [early, late] = [course.slice(fifth, 2 * fifth), course.slice(-fifth)];
  const grew = (pick: (moment: Moment) => number): number => (course.length < 3 * fifth ? Number.NaN : median(late.map(pick)) - median(early.map(pick)));
  return { grew: grew(({ tool }) => tool), browserGrew: grew(({ browser }) => browser), filesGrew: grew(({ files }) => files) };
}

export const soak: Part = { name: "soak", title: "ten thousand actions, and a thousand sessions that come and go", run };
