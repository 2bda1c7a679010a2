import { type CorpusPage, corpus } from "../corpusPages.ts";
import { type Bench, type Measurement, type Part, type Runner, messageOf, sizeOf, timed, withTools } from "./part.ts";

const QUICK_PAGES = 8;

async function measure(bench: Bench, { driver, tool }: Runner, page: CorpusPage): Promise<Measurement> {
  const line: Measurement = { part: "corpus", tool: driver.name, surface: driver.surface, page: page.maker, samples: [] };
  try {
    await tool.open(bench.server.corpusUrl(page.package, page.file));
    const { took, value } = await timed(() => tool.snapshot());
    return { ...line, samples: [took], ...sizeOf(value) };
  } catch (error) {
    return { ...line, failure: messageOf(error) };
  }
}

function run(bench: Bench): Promise<Measurement[]> {
  const chosen = bench.drivers.filter(({ surface }) => surface === "mcp");
  return withTools(bench, chosen, async (runners, missing) => {
    const measured: Measurement[] = missing.map(({ driver, failure }) => ({
      part: "corpus", tool: driver.name, surface: driver.surface, samples: [], failure,
    }));
    const pages = bench.quick ? corpus.slice(0, QUICK_PAGES) : corpus;
    for (const [index, page] of pages.entries()) {
      for (const runner of runners) {
        bench.progress(`corpus page ${index + 1} of ${pages.length}: ${page.maker}, ${runner.driver.name}`);
        measured.push(await measure(bench, runner, page));
      }
    }
    return measured;
  });
}

export const corpusSnapshots: Part = { name: "corpus", title: "a snapshot of real pages, in tokens", run };
