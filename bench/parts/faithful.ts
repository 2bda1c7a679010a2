import { writeFileSync } from "node:fs";
import path from "node:path";
import { bundlePageScript } from "../../scripts/pageScript.ts";
import { PAGE_CODE_GLOBAL } from "../../src/page/api.ts";
import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { SuiteServer } from "../suites/suiteServer.ts";
import { type Standing, type SuitePage, hasSuite, howToGet, standings, suiteFolder, suitePages } from "../suites/webPlatformTests.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";

const engines = ["chromium", "firefox"] as const;
type Engine = (typeof engines)[number];
type Kind = "name" | "role";

interface Checked {
  kind: Kind;
  any: string[];
  got: string;
  test: string;
}

const session = "faithful";

/** Drover's own words for a role that has two. */
const synonyms: Record<string, string> = { image: "img", presentation: "none", directory: "list" };

/** White space is compared as Drover gives it: any of it, no-break spaces too, is one space. */
function holds({ kind, any, got }: Checked): boolean {
  const plain = (text: string): string => (kind === "name" ? text.replace(/\s+/g, " ").trim() : (synonyms[text] ?? text));
  return any.map(plain).includes(plain(got));
}

/** Asks the page code, as it runs in every page, for each element that the page expects something of. */
const question = `(async () => {
  const answers = [];
  for (const [index, { element, kind, any, test }] of (window.expectations ?? []).entries()) {
    element.setAttribute("data-asked", index);
    const asked = JSON.stringify({ target: { selector: '[data-asked="' + index + '"]' }, nextRef: 1 });
    const found = JSON.parse(await ${PAGE_CODE_GLOBAL}("describe", asked));
    element.removeAttribute("data-asked");
    answers.push({ kind, any, test, got: found.value ? found.value.element[kind] : found.error.message });
  }
  return JSON.stringify(answers);
})()`;

async function checkPage({ server }: DroverServer, url: string, pageCode: string): Promise<Checked[]> {
  await server.call("navigate", { session, url, timeoutMs: 30_000 });
  const { text } = await server.call("eval_js", { session, expr: `${pageCode};\n${question}` });
  const answer: unknown = JSON.parse(text);
  const value = typeof answer === "object" && answer !== null && "value" in answer ? answer.value : undefined;
  return JSON.parse(String(value));
}

interface Tally {
  right: number;
  of: number;
}

async function checkEngine(bench: Bench, engine: Engine, pages: readonly SuitePage[], suite: SuiteServer, misses: string[]): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  const pageCode = await bundlePageScript("pageCode");
  const drover = await startDrover(bench.workplace, [], engine);
  try {
    await drover.server.call("open_session", { session, engine, mode: "incognito", headless: true });
    for (const [index, { file, standing }] of pages.entries()) {
      bench.progress(`${engine}: page ${index + 1} of ${pages.length}, ${file}`);
      for (const checked of await checkPage(drover, suite.url(file), pageCode)) {
        const tally = tallies.get(columnOf(checked.kind, standing)) ?? { right: 0, of: 0 };
        tally.of++;
        if (holds(checked)) tally.right++;
        else misses.push(`${engine} ${file}: ${checked.test}\n  ${checked.kind} ${JSON.stringify(checked.got)}, expected ${JSON.stringify(checked.any)}`);
        tallies.set(columnOf(checked.kind, standing), tally);
      }
    }
  } finally {
    await drover.stop();
  }
  return tallies;
}

const columnOf = (kind: Kind, standing: Standing): string => (standing === "agreed" ? `${kind}s` : `${kind}s, ${standing}`);
const columns = (["name", "role"] as const).flatMap((kind) => standings.map((standing) => columnOf(kind, standing)));

async function measure(bench: Bench, engine: Engine, pages: readonly SuitePage[], suite: SuiteServer, misses: string[]): Promise<Measurement[]> {
  const line = { part: "faithful", tool: `Drover, ${engine}`, surface: "mcp", samples: [] } as const;
  try {
    const tallies = await checkEngine(bench, engine, pages, suite, misses);
    return columns.flatMap((page) => {
      const tally = tallies.get(page);
      return tally ? [{ ...line, samples: [], page, counts: { right: tally.right, of: tally.of } }] : [];
    });
  } catch (error) {
    return [{ ...line, samples: [], page: columns[0], failure: messageOf(error) }];
  }
}

async function run(bench: Bench): Promise<Measurement[]> {
  if (!hasSuite()) {
    console.log(`\n${howToGet}`);
    return [{ part: "faithful", tool: "Drover", surface: "mcp", page: columns[0], samples: [], failure: howToGet }];
  }
  const misses: string[] = [];
  const measurements: Measurement[] = [];
  const suite = await SuiteServer.listen(suiteFolder);
  try {
    for (const engine of engines) measurements.push(...(await measure(bench, engine, suitePages(), suite, misses)));
  } finally {
    await suite.close();
  }
  const list = path.join(path.dirname(suiteFolder), "faithful-misses.txt");
  writeFileSync(list, `${misses.join("\n")}\n`);
  console.log(`\nwhat differs is listed in ${list}`);
  return measurements;
}

export const faithful: Part = { name: "faithful", title: "roles and names as web-platform-tests expect them", run };
