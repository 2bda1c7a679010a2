import path from "node:path";
import { pathToFileURL } from "node:url";
import { corpus, type CorpusPage } from "../corpusPages.ts";
import { startDrover } from "../drivers/drover.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

const QUICK_PAGES = 8;
const MAX_TRIES = 10;
const formats = ["directory", "single-file"] as const;

/** What moves by itself is brought to its end, and what is still loading is waited for: the page and its archive are pictured at rest. */
const REST = `(async () => {
  await Promise.race([document.fonts.ready, new Promise((done) => setTimeout(done, 3000))]);
  for (const each of document.getAnimations()) if (each.effect?.getComputedTiming().endTime === Infinity) each.cancel(); else each.finish();
  for (const each of document.querySelectorAll("video,audio")) each.pause();
  return 1;
})()`;

/** The corpus archived, opened in another session from the disk, and held against the page: how much of the picture differs. */
async function run(bench: Bench): Promise<Measurement[]> {
  const drover = await startDrover(bench.workplace, [], "chromium");
  const call = async (session: string, tool: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const { text } = await drover.server.call(tool, { session, ...input });
    return JSON.parse(text) as Record<string, unknown>;
  };
  /** A page that goes on loading or moving is pictured when two pictures in a row are the same. */
  const pictureAtRest = async (baseline: string): Promise<void> => {
    for (let tries = 0, differs = true; differs && tries < MAX_TRIES; tries++) {
      await call("live", "eval_js", { expr: REST });
      await call("live", "visual_diff", { baseline, update: true });
      differs = (await call("live", "visual_diff", { baseline }))["ratio"] !== 0;
    }
  };
  const measure = async (page: CorpusPage, index: number, format: (typeof formats)[number]): Promise<Measurement> => {
    const line: Measurement = { part: "exports", tool: `Drover, ${format}`, surface: "mcp", page: `${page.package}/${page.file}`, samples: [] };
    const baseline = `exports/${index}.png`;
    try {
      await pictureAtRest(baseline);
      const { took, value } = await timed(() => call("live", "page_archive", { format, path: `exports/${index}${format === "directory" ? "" : ".html"}` }));
      const file = format === "directory" ? path.join(String(value["path"]), "index.html") : String(value["path"]);
      await call("offline", "navigate", { url: pathToFileURL(file).href, mode: "none" });
      await call("offline", "eval_js", { expr: REST });
      const { ratio } = await call("offline", "visual_diff", { baseline });
      return { ...line, samples: [took], counts: { differs: 100 * Number(ratio), dropped: Number(value["droppedCount"]) } };
    } catch (error) {
      return { ...line, failure: messageOf(error) };
    }
  };
  const lines: Measurement[] = [];
  try {
    for (const session of ["live", "offline"]) await call(session, "open_session", { mode: "incognito" });
    for (const [index, page] of (bench.quick ? corpus.slice(0, QUICK_PAGES) : corpus).entries()) {
      bench.progress(`archives: ${page.maker}`);
      await call("live", "navigate", { url: bench.server.corpusUrl(page.package, page.file), mode: "none" });
      for (const format of formats) lines.push(await measure(page, index, format));
    }
  } finally {
    await drover.stop();
  }
  return lines;
}

export const archives: Part = { name: "exports", title: "archives of real pages, opened from the disk: how much of the picture differs", run };
