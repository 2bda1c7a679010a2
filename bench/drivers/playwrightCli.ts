import { writeFileSync } from "node:fs";
import path from "node:path";
import { footprintOf } from "../processes.ts";
import { type Workplace, peers } from "../workplace.ts";
import { environment, runCommand } from "./command.ts";
import { type Answer, type Driver, type RunningTool, bySelector } from "./driver.ts";

const program = path.join(peers, "@playwright/cli/playwright-cli.js");

async function start(workplace: Workplace): Promise<RunningTool> {
  const folder = workplace.folder("playwright-cli");
  const config = path.join(folder, "config.json");
  writeFileSync(
    config,
    JSON.stringify({ browser: { browserName: "chromium", launchOptions: { executablePath: workplace.chromium, headless: true } } }),
  );
  const place = { cwd: folder, env: environment({ BENCH_FOLDER: folder, XDG_CACHE_HOME: folder }) };
  const run = (...args: string[]): Promise<Answer> => runCommand(process.execPath, [program, ...args], place);
  let opened = false;
  return {
    open: async (url) => {
      const answer = opened ? await run("goto", url) : await run("open", `--config=${config}`, url);
      opened = true;
      return answer;
    },
    evaluate: (expression) => run("eval", `() => (${expression})`),
    snapshot: () => run("snapshot"),
    find: (text) => run("find", text),
    locate: bySelector,
    click: (handle) => run("click", handle),
    fillForm: async (fields) => {
      const answers: string[] = [];
      for (const { handle, field } of fields) answers.push((await run("fill", handle, field.value)).text);
      return { text: answers.join("\n"), imageBytes: 0 };
    },
    screenshot: () => run("screenshot"),
    network: () => run("requests"),
    footprint: async () => footprintOf(folder),
    stop: async () => {
      if (opened) await run("close");
    },
  };
}

export const playwrightCli: Driver = {
  name: "@playwright/cli",
  package: "@playwright/cli",
  surface: "cli",
  notes: ["waits up to 500 ms after each action for work to settle", "writes snapshots to files and prints their path"],
  start,
};
