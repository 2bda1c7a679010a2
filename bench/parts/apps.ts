import { AppServer } from "../apps/appServer.ts";
import { type App, apps as all, FLOW_NAME } from "../apps/apps.ts";
import { NodeRed } from "../apps/nodeRed.ts";
import { fetchPackages } from "../apps/packages.ts";
import type { Driver, RunningTool, ToolCall } from "../drivers/driver.ts";
import { IdealAgent } from "./idealAgent.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";
import { costOf } from "./task.ts";

/** Every call that a tool has: the core of one has neither a double click nor a keyboard, and others keep coordinates back. */
const whole: Record<string, string[]> = {
  "agent-browser mcp": ["--tools", "all"],
  "chrome-devtools-mcp": ["--experimentalVision"],
  "@playwright/mcp": ["--caps", "vision"],
};

async function isDone(app: App, tool: RunningTool, nodeRed: NodeRed | undefined): Promise<boolean> {
  if (app.done === undefined) return (await nodeRed?.labels())?.includes(FLOW_NAME) ?? false;
  return /\btrue\b/.test((await tool.evaluate(app.done)).text);
}

/** The job as an agent does it that decides from what the tool returns; whether it is done is asked of the application. */
async function attempt(app: App, driver: Driver, bench: Bench, server: AppServer): Promise<Measurement> {
  const line: Measurement = { part: "apps", tool: driver.name, surface: driver.surface, page: app.name, samples: [] };
  const nodeRed = app.path === undefined ? await NodeRed.start(bench.workplace.folder("node-red")) : undefined;
  const tool = await driver.start(bench.workplace, whole[driver.name] ?? []);
  try {
    // Some start their browser with their first page, others before they are asked anything.
    await tool.open("about:blank");
    const calls: ToolCall[] = [];
    let counting = true;
    tool.observe?.((call) => {
      if (counting) calls.push(call);
    });
    const isDoneNow = async (): Promise<boolean> => {
      counting = false;
      const done = await isDone(app, tool, nodeRed);
      counting = true;
      return done;
    };
    const from = performance.now();
    try {
      await app.job(new IdealAgent(tool), nodeRed?.url ?? `${server.origin}${app.path}`, isDoneNow);
      line.samples.push(performance.now() - from);
    } catch (error) {
      line.failure = messageOf(error);
    }
    line.counts = { ...costOf(calls), ...actionCost(calls) };
    if (line.failure === undefined && !(await isDoneNow())) line.failure = "the application does not have it";
  } finally {
    await Promise.allSettled([tool.stop()]);
    nodeRed?.stop();
  }
  return line;
}

const looks = /snapshot|find|navigate|open$|wait_for|verify/;

/** What the answers to actions cost, without those to looking and going somewhere. */
function actionCost(calls: readonly ToolCall[]): Record<string, number> {
  const acted = calls.filter(({ name }) => !looks.test(name));
  return { actions: acted.length, actionTokens: costOf(acted)["read"] ?? 0 };
}

async function run(bench: Bench): Promise<Measurement[]> {
  fetchPackages();
  const server = await AppServer.listen(new Map(all.flatMap(({ path, page }) => (path !== undefined && page !== undefined ? [[path, page] as const] : []))));
  const measured: Measurement[] = [];
  try {
    for (const app of all)
      for (const driver of bench.drivers.filter(({ surface }) => surface === "mcp")) {
        bench.progress(`${app.name} with ${driver.name}`);
        measured.push(await attempt(app, driver, bench, server));
      }
  } finally {
    server.close();
  }
  return measured;
}

export const apps: Part = { name: "apps", title: "jobs in real applications", run };
