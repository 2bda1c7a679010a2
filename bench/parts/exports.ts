import path from "node:path";
import { pathToFileURL } from "node:url";
import { corpus, type CorpusPage } from "../corpusPages.ts";
import { startDrover } from "../drivers/drover.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

const QUICK_PAGES = 8;
const MAX_TRIES = 10;
const engines = ["chromium", "firefox"] as const;
const formats = ["directory", "single-file"] as const;

/** What moves by itself is brought to its end, and what is still loading is waited for: the page and its archive are pictured at rest. */
const REST = `(async () => {
  await Promise.race([document.fonts.ready, new Promise((done) => setTimeout(done, 3000))]);
  for (const each of document.getAnimations()) if (each.effect?.getComputedTiming().endTime === Infinity) each.cancel(); else each.finish();
  for (const each of document.querySelectorAll("video,audio")) each.pause();
  return 1;
})()`;

/** The corpus archived, opened in another session from the disk, and held against the page: how much of the picture differs. */
async function inBrowser(bench: Bench, engine: (typeof engines)[number]): Promise<Measurement[]> {
  const drover = await startDrover(bench.workplace, [], engine);
  const call = async (session: string, tool: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const { text } = await drover.server.call(tool, { session, ...input });
    return JSON.parse(text) as Record<string, unknown>;
  };
  const differenceFrom = async (session: string, baseline: string): Promise<unknown> => {
    await call(session, "eval_js", { expr: REST });
    return (await call(session, "visual_diff", { baseline }))["ratio"];
  };
  /** A page that goes on loading or moving is pictured when two pictures in a row are the same. */
  const pictureAtRest = async (baseline: string): Promise<void> => {
    for (let tries = 0, differs: unknown = 1; differs !== 0 && tries < MAX_TRIES; tries++) {
      await call("live", "eval_js", { expr: REST });
      await call("live", "visual_diff", { baseline, update: true });
      differs = await differenceFrom("live", baseline);
    }
  };
  /** Its archive, too, is looked at until it stays as it is. */
  const differenceAtRest = async (baseline: string): Promise<unknown> => {
    let [before, now]: unknown[] = [undefined, await differenceFrom("offline", baseline)];
    for (let tries = 0; now !== 0 && now !== before && tries < MAX_TRIES; tries++) [before, now] = [now, await differenceFrom("offline", baseline)];
    return now;
  };
  const measure = async (page: CorpusPage, index: number, format: (typeof formats)[number]): Promise<Measurement> => {
    const line: Measurement = { part: "exports", tool: `Drover, ${engine}, ${format}`, surface: "mcp", page: `${page.package}/${page.file}`, samples: [] };
    const baseline = `exports/${index}.png`;
    const archive = () => timed(() => call("live", "page_archive", { format, path: `exports/${index}${format === "directory" ? "" : ".html"}` }));
    try {
      await pictureAtRest(baseline);
      let { took, value } = await archive();
      // A page that has moved on meanwhile is not what was archived.
      for (let tries = 0; (await differenceFrom("live", baseline)) !== 0 && tries < MAX_TRIES; tries++) {
        await pictureAtRest(baseline);
        ({ took, value } = await archive());
      }
      const file = format === "directory" ? path.join(String(value["path"]), "index.html") : String(value["path"]);
      await call("offline", "navigate", { url: pathToFileURL(file).href, mode: "none" });
      const ratio = await differenceAtRest(baseline);
      return { ...line, samples: [took], counts: { differs: 100 * Number(ratio), dropped: Number(value["droppedCount"]) } };
    } catch (error) {
      return { ...line, failure: messageOf(error) };
    }
  };
  const lines: Measurement[] = [];
  try {
    for (const session of ["live", "offline"]) await call(session, "open_session", { mode: "incognito", engine });
    for (const [index, page] of (bench.quick ? corpus.slice(0, QUICK_PAGES) : corpus).entries()) {
      bench.progress(`archives in ${engine}: ${page.maker}`);
      await call("live", "navigate", { url: bench.server.corpusUrl(page.package, page.file), mode: "none" });
      for (const format of formats) lines.push(await measure(page, index, format));
    }
  } finally {
    await drover.stop();
  }
  return lines;
}

async function run(bench: Bench): Promise<Measurement[]> {
  const lines: Measurement[] = [];
  for (const engine of engines) lines.push(...(await inBrowser(bench, engine)));
  return lines;
}

export const archives: Part = { name: "exports", title: "archives of real pages, opened from the disk: how much of the picture differs", run };
