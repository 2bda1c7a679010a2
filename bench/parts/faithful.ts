import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { actions } from "../faithful/actions.ts";
import { oracles } from "../faithful/oracles.ts";
import { selectors } from "../faithful/selectors.ts";
import { standards } from "../faithful/standards.ts";
import type { Count, Question } from "../faithful/question.ts";
import { repository } from "../workplace.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";

const questions: readonly Question[] = [standards, selectors, actions, oracles];

const missesFile = path.join(repository, "bench", ".suites", "faithful-misses.txt");

const measured = ({ who, what, right, of }: Count): Measurement => ({ part: "faithful", tool: who, surface: "mcp", page: what, samples: [], counts: { right, of } });

async function run(bench: Bench): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  const misses: string[] = [];
  for (const question of questions) {
    try {
      const { counts, differing } = await question.ask(bench);
      measurements.push(...counts.map(measured));
      misses.push(`# ${question.title}`, ...differing, "");
    } catch (error) {
      console.log(`\n${question.title}: ${messageOf(error)}`);
      measurements.push({ part: "faithful", tool: "Drover, chromium", surface: "mcp", page: question.title, samples: [], failure: messageOf(error) });
    }
  }
  mkdirSync(path.dirname(missesFile), { recursive: true });
  writeFileSync(missesFile, `${misses.join("\n")}\n`);
  console.log(`\nwhat differs is listed in ${missesFile}`);
  return measurements;
}

export const faithful: Part = { name: "faithful", title: "names, roles, selectors and actions as the standards and Playwright have them", run };
