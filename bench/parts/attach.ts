import path from "node:path";
import { pathToFileURL } from "node:url";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { prepareHome, resolveHome } from "../../src/config/home.ts";
import { form } from "../pages/form.ts";
import { droverCli } from "../workplace.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

type Library = typeof import("../../src/sdk/session/index.ts");

const engines = ["chromium", "firefox"] as const;

async function attaching(bench: Bench, library: Library, engine: (typeof engines)[number]): Promise<number[]> {
  const home = resolveHome({ DROVER_HOME: bench.workplace.folder("attach") });
  prepareHome(home);
  const browser = findBrowser(home, engine);
  if (!browser) throw new Error(`no ${engine} is installed`);
  const { descriptor } = await launchBrowser({ home, browser, profile: { temporary: true }, headless: true, port: 0 });
  const { endpoint } = descriptor;
  try {
    // Drover's Chromium starts without a window.
    if (engine === "chromium") await fetch(`http://${new URL(endpoint).host}/json/new?about:blank`, { method: "PUT" });
    const page = await library.PageSession.attach(endpoint, { engine });
    await page.navigate(bench.server.url(form));
    await page.close();
    const attachAndList = async (): Promise<void> => {
      await using _page = await library.PageSession.attach(endpoint, { engine, target: form.name });
      if ((await library.listTargets(endpoint, { engine })).length === 0) throw new Error("no target was listed");
    };
    await attachAndList();
    const samples: number[] = [];
    for (let round = 0; round < bench.rounds; round++) samples.push((await timed(attachAndList)).took);
    return samples;
  } finally {
    await stopBrowser(home, descriptor);
  }
}

async function run(bench: Bench): Promise<Measurement[]> {
  const library = (await import(pathToFileURL(path.join(path.dirname(droverCli), "session.js")).href)) as Library;
  const lines: Measurement[] = [];
  for (const engine of engines) {
    bench.progress(`attaching to ${engine}`);
    const line: Measurement = { part: "attach", tool: "Drover", surface: "library", page: engine, samples: [] };
    try {
      line.samples = await attaching(bench, library, engine);
    } catch (error) {
      line.failure = messageOf(error);
    }
    lines.push(line);
  }
  return lines;
}

export const attach: Part = { name: "attach", title: "attach to a page of a running browser, list its targets, and let go", run };
