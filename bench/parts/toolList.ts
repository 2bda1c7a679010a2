import { agentBrowserMcp } from "../drivers/agentBrowser.ts";
import { chromeDevtoolsMcp } from "../drivers/chromeDevtoolsMcp.ts";
import type { Driver } from "../drivers/driver.ts";
import { droverMcp } from "../drivers/drover.ts";
import { playwrightMcp } from "../drivers/playwrightMcp.ts";
import { tokensOf } from "../tokens.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";

export const everyTool = "with every tool";

const lists: { driver: Driver; label: string; args: readonly string[] }[] = [
  { driver: droverMcp, label: "by default", args: [] },
  { driver: playwrightMcp, label: "by default", args: [] },
  { driver: chromeDevtoolsMcp, label: "by default", args: [] },
  { driver: agentBrowserMcp, label: "by default", args: [] },
  { driver: droverMcp, label: everyTool, args: ["--tools", "all"] },
  { driver: playwrightMcp, label: everyTool, args: ["--caps", "vision,pdf,devtools"] },
  { driver: agentBrowserMcp, label: everyTool, args: ["--tools", "all"] },
];

async function measure(bench: Bench, { driver, label, args }: (typeof lists)[number]): Promise<Measurement> {
  bench.progress(`tool list of ${driver.name}, ${label}`);
  const line = { part: "tools", tool: driver.name, surface: driver.surface, page: label, samples: [] };
  try {
    const tool = await driver.start(bench.workplace, args);
    try {
      const tools = (await tool.tools?.()) ?? [];
      const text = JSON.stringify(tools);
      return { ...line, characters: text.length, tokens: tokensOf(text), counts: { tools: tools.length } };
    } finally {
      await tool.stop();
    }
  } catch (error) {
    return { ...line, failure: messageOf(error) };
  }
}

async function run(bench: Bench): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const list of lists) measured.push(await measure(bench, list));
  return measured;
}

export const toolList: Part = { name: "tools", title: "what tools/list puts into an agent's context", run };
