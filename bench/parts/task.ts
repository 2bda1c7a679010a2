import type { Field, RunningTool, Target, ToolCall } from "../drivers/driver.ts";
import { orders } from "../pages/orders.ts";
import { tokensOf } from "../tokens.ts";
import { IdealAgent } from "./idealAgent.ts";
import { type Bench, type Measurement, type Part, messageOf, timed, withTools } from "./part.ts";

/** The ten steps: open, user, password, sign in, filter, edit, quantity, comment, save, verify. */
const MOST_ROUNDS = 5;

const field = (selector: string, name: string, value: string): Field => ({ selector, role: "textbox", name, value });
const button = (selector: string, name: string): Target => ({ selector, role: "button", name });

async function perform(tool: RunningTool, url: string): Promise<void> {
  const agent = new IdealAgent(tool);
  await agent.open(url);
  await agent.enter([field("#user", "User", "drover"), field("#password", "Password", "long road")]);
  await agent.click(button("#signin", "Sign in"));
  await agent.enter([field("#filter", "Filter", "Harbour 137")]);
  await agent.click(button("[data-edit='137']", "Edit order 137"));
  await agent.enter([field("#quantity", "Quantity", "12"), field("#comment", "Comment", "leave at the mill")]);
  await agent.click(button("#save", "Save order"));
  await agent.verify("Order 137 now has quantity 12");
}

function run(bench: Bench): Promise<Measurement[]> {
  const chosen = bench.drivers.filter(({ surface }) => surface === "mcp");
  return withTools(bench, chosen, async (runners) => {
    const measured: Measurement[] = [];
    const rounds = Math.min(bench.rounds, MOST_ROUNDS);
    for (const { driver, tool } of runners) {
      const line: Measurement = { part: "task", tool: driver.name, surface: driver.surface, page: orders.name, samples: [] };
      measured.push(line);
      for (let round = 0; round < rounds && line.failure === undefined; round++) {
        bench.progress(`the ten-step task with ${driver.name}, round ${round + 1} of ${rounds}`);
        const calls: ToolCall[] = [];
        tool.observe?.((call) => calls.push(call));
        try {
          line.samples.push((await timed(() => perform(tool, bench.server.url(orders)))).took);
        } catch (error) {
          line.failure = messageOf(error);
        }
        line.counts = costOf(calls);
      }
    }
    return measured;
  });
}

export function costOf(calls: readonly ToolCall[]): Record<string, number> {
  const written = calls.reduce((sum, { name, args }) => sum + tokensOf(name + JSON.stringify(args)), 0);
  const read = calls.reduce((sum, { answer }) => sum + tokensOf(answer.text), 0);
  return { calls: calls.length, written, read, tokens: written + read };
}

export const task: Part = { name: "task", title: "log in, filter, edit a row, verify: the ten-step task", run };
