import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Fewer files than this are somebody's own choice, who knows how long they take. */
const WHOLE_RUN_FILES = 20;
const SLOWEST = 15;

/** The last words of a run: which tests needed another try, since each of them hides a race, and where the time went. */
export default class RunReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap((module) => [...module.children.allTests()].filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0));
    if (retried.length > 0) print("Tests that needed another try, each of which hides a race:", retried.map(retriedLine));
    if (modules.length < WHOLE_RUN_FILES) return;
    if (retried.length === 0) print("No test needed another try.", []);
    print("Seconds by project:", [...secondsByProject(modules)].map(([name, seconds]) => `${inSeconds(seconds)}  ${name}`));
    print("The slowest files:", modules.toSorted((a, b) => durationOf(b) - durationOf(a)).slice(0, SLOWEST).map((module) => `${inSeconds(durationOf(module))}  ${placeOf(module)}`));
  }
}

function retriedLine(test: TestCase): string {
  const { retryCount = 0 } = test.diagnostic() ?? {};
  const { state, errors = [] } = test.result();
  const why = errors[0]?.message.split("\n")[0] ?? "";
  return `${placeOf(test.module)} > ${test.fullName}: ${state} at try ${retryCount + 1}${why && ` (${why})`}`;
}

const placeOf = ({ project, relativeModuleId }: TestModule): string => `${project.name} ${relativeModuleId}`;

const durationOf = (module: TestModule): number => {
  const { duration, collectDuration, prepareDuration } = module.diagnostic();
  return duration + collectDuration + prepareDuration;
};

function secondsByProject(modules: readonly TestModule[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const module of modules) sums.set(module.project.name, (sums.get(module.project.name) ?? 0) + durationOf(module));
  return sums;
}

const inSeconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1).padStart(7);

function print(heading: string, lines: string[]): void {
  console.log([`\n ${heading}`, ...lines.map((line) => `   ${line}`)].join("\n"));
}
