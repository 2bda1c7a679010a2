import type { Answer, Driver, Footprint, RunningTool, Surface } from "../drivers/driver.ts";
import type { PageServer } from "../pages/server.ts";
import { tokensOf } from "../tokens.ts";
import type { Workplace } from "../workplace.ts";

/** What a long run held at one moment of it. */
export interface Moment extends Footprint {
  /** After how many actions. */
  at: number;
  /** Files, pipes and sockets that its own processes had open. */
  files: number;
}

/** One line of the results: what one tool took for one piece of work on one page. */
export interface Measurement {
  part: string;
  tool: string;
  surface: Surface;
  page?: string;
  /** How many elements the page has. */
  elements?: number;
  /** Milliseconds, one for each time the work was done. */
  samples: number[];
  /** What the caller reads back, in the last sample. */
  characters?: number;
  tokens?: number;
  /** Anything else that was counted, by name. */
  counts?: Record<string, number>;
  /** What was held over a long run. */
  course?: Moment[];
  /** Why there is no number. */
  failure?: string;
}

/** The failure of a tool that has nothing of the kind; it is not a fault. */
export const NOT_OFFERED = "has no such call";

export interface Bench {
  workplace: Workplace;
  server: PageServer;
  drivers: readonly Driver[];
  rounds: number;
  quick: boolean;
  /** How long the soak is. */
  soak: { actions: number; sessions: number };
  progress(text: string): void;
  /** What a long part has measured until now: written down, so that an interrupted run keeps it. */
  soFar(part: string, measurements: Measurement[]): void;
}

export interface Part {
  name: string;
  /** What it measures, as the heading of its table. */
  title: string;
  run(bench: Bench): Promise<Measurement[]>;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";

/** What an answer costs its reader. */
export const sizeOf = ({ text }: Answer): { characters: number; tokens: number } => ({
  characters: text.length,
  tokens: tokensOf(text),
});

export async function timed<T>(work: () => Promise<T>): Promise<{ took: number; value: T }> {
  const from = performance.now();
  const value = await work();
  return { took: performance.now() - from, value };
}

export interface Runner {
  driver: Driver;
  tool: RunningTool;
}

/** Starts every tool, hands them over, and stops every one of them whatever happens. Tools that do not start are reported. */
export async function withTools(
  bench: Bench,
  drivers: readonly Driver[],
  use: (runners: Runner[], missing: { driver: Driver; failure: string }[]) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const runners: Runner[] = [];
  const missing: { driver: Driver; failure: string }[] = [];
  try {
    for (const driver of drivers) {
      bench.progress(`starting ${driver.name}`);
      try {
        runners.push({ driver, tool: await driver.start(bench.workplace) });
      } catch (error) {
        missing.push({ driver, failure: `did not start: ${messageOf(error)}` });
      }
    }
    return await use(runners, missing);
  } finally {
    await Promise.allSettled(runners.map(({ tool }) => tool.stop()));
  }
}
