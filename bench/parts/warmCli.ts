import { runCommand, environment } from "../drivers/command.ts";
import type { Answer } from "../drivers/driver.ts";
import { rotate } from "../measure.ts";
import { form } from "../pages/form.ts";
import { panelButton } from "../pages/panel.ts";
import { NOT_OFFERED, type Bench, type Measurement, type Part, type Runner, messageOf, timed, withTools } from "./part.ts";

/** What a shell pays before any program has done anything. */
export const nothing = "node -e 0";

const commands: Record<string, (runner: Runner) => Promise<Answer>> = {
  eval: ({ tool }) => tool.evaluate("1+1"),
  click: ({ tool }) => tool.click(panelButton.selector),
  snapshot: ({ tool }) => tool.snapshot(),
  network: ({ tool }) => tool.network?.() ?? Promise.reject(new Error(NOT_OFFERED)),
  "--version": ({ tool }) => tool.command?.("--version") ?? Promise.reject(new Error(NOT_OFFERED)),
  "a mistyped word": ({ tool }) => tool.command?.("clikc") ?? Promise.reject(new Error(NOT_OFFERED)),
};

interface Line extends Measurement {
  work(): Promise<Answer>;
}

async function sample(line: Line, keep: boolean): Promise<void> {
  if (line.failure !== undefined) return;
  try {
    const { value, took } = await timed(line.work);
    if (keep) line.samples.push(value.took ?? took);
  } catch (error) {
    line.failure = messageOf(error);
  }
}

function run(bench: Bench): Promise<Measurement[]> {
  const chosen = bench.drivers.filter(({ surface }) => surface === "cli");
  return withTools(bench, chosen, async (runners, missing) => {
    for (const { tool } of runners) await tool.open(bench.server.url(form));
    const place = { cwd: bench.workplace.dir, env: environment() };
    const lines: Line[] = Object.entries(commands).flatMap(([command, work]) =>
      runners.map((runner) => ({
        part: "cli", tool: runner.driver.name, surface: "cli" as const, page: command, samples: [], work: () => work(runner),
      })),
    );
    lines.push({
      part: "cli", tool: nothing, surface: "floor", page: "eval", samples: [], work: () => runCommand(process.execPath, ["-e", "0"], place),
    });
    for (const line of lines) await sample(line, false);
    for (let round = 0; round < bench.rounds; round++) {
      bench.progress(`warm command lines, round ${round + 1} of ${bench.rounds}`);
      for (const line of rotate(lines, round)) await sample(line, true);
    }
    return [
      ...missing.map(({ driver, failure }) => ({ part: "cli", tool: driver.name, surface: driver.surface, samples: [], failure })),
      ...lines.map(({ work: _work, ...measurement }) => measurement),
    ];
  });
}

export const warmCli: Part = { name: "cli", title: "one command from a shell, with everything running", run };
