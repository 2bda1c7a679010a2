import { SuiteServer } from "../suites/suiteServer.ts";
import { type Standing, type SuitePage, hasSuite, howToGet, suiteFolder, suitePages } from "../suites/webPlatformTests.ts";
import type { Bench } from "../parts/part.ts";
import { ChromiumTree } from "./chromiumTree.ts";
import { DroverSession } from "./droverSession.ts";
import { pageCode } from "./pageCode.ts";
import { type Answers, type Question, Tally, drover, engines } from "./question.ts";

type Kind = "name" | "role";

interface Checked {
  kind: Kind;
  any: string[];
  got: string;
  test: string;
}

/** Drover's own words for a role that has two. */
const synonyms: Record<string, string> = { image: "img", presentation: "none", directory: "list" };

/** White space is compared as Drover gives it: any of it, no-break spaces too, is one space. */
function holds({ kind, any, got }: Checked): boolean {
  const plain = (text: string): string => (kind === "name" ? text.replace(/\s+/g, " ").trim() : (synonyms[text] ?? text));
  return any.map(plain).includes(plain(got));
}

const columnOf = (kind: Kind, standing: Standing): string => (standing === "agreed" ? `${kind}s` : `${kind}s, ${standing}`);

/** Asks for each element that the page expects something of. */
const question = `(async () => {
  const answers = [];
  for (const [index, { element, kind, any, test }] of (window.expectations ?? []).entries()) {
    element.setAttribute("data-asked", index);
    const { value, error } = await askPageCode("describe", { target: { selector: '[data-asked="' + index + '"]' }, nextRef: 1 });
    element.removeAttribute("data-asked");
    answers.push({ kind, any, test, got: value ? value.element[kind] : error.message });
  }
  return JSON.stringify(answers);
})()`;

/** Somebody who says what the elements of a page are. */
interface Witness {
  name: string;
  check(url: string): Promise<Checked[]>;
  stop(): Promise<void>;
}

async function hear(bench: Bench, witness: Witness, pages: readonly SuitePage[], suite: SuiteServer): Promise<Answers> {
  const tally = new Tally(witness.name);
  const differing: string[] = [];
  try {
    for (const [index, { file, standing }] of pages.entries()) {
      bench.progress(`${witness.name}: page ${index + 1} of ${pages.length}, ${file}`);
      for (const checked of await witness.check(suite.url(file))) {
        tally.add(columnOf(checked.kind, standing), holds(checked));
        if (!holds(checked)) differing.push(`${witness.name} ${file}: ${checked.test}\n  ${checked.kind} ${JSON.stringify(checked.got)}, expected ${JSON.stringify(checked.any)}`);
      }
    }
  } finally {
    await witness.stop();
  }
  return { counts: tally.counts, differing };
}

async function droverOn(bench: Bench, engine: (typeof engines)[number]): Promise<Witness> {
  const session = await DroverSession.start(bench.workplace, engine);
  const code = await pageCode();
  return {
    name: drover(engine),
    check: async (url) => {
      await session.show(url);
      return JSON.parse(String(await session.evaluate(`${code};\n${question}`)));
    },
    stop: () => session.stop(),
  };
}

async function chromiumItself(bench: Bench): Promise<Witness> {
  const tree = await ChromiumTree.start(bench.workplace);
  return {
    name: "Chromium's own tree",
    check: async (url) => {
      await tree.show(url);
      const expectations: Omit<Checked, "got">[] = JSON.parse(await tree.evaluate("JSON.stringify((window.expectations ?? []).map(({ kind, any, test }) => ({ kind, any, test })))"));
      const seen = await tree.describe("(window.expectations ?? []).map(({ element }) => element)");
      return expectations.map((each, index) => ({ ...each, got: seen[index]?.[each.kind] ?? "" }));
    },
    stop: () => tree.stop(),
  };
}

async function ask(bench: Bench): Promise<Answers> {
  if (!hasSuite()) throw new Error(howToGet);
  const suite = await SuiteServer.listen(suiteFolder);
  const pages = bench.quick ? suitePages().slice(0, QUICK_PAGES) : suitePages();
  const answers: Answers = { counts: [], differing: [] };
  try {
    for (const start of [...engines.map((engine) => () => droverOn(bench, engine)), () => chromiumItself(bench)]) {
      const { counts, differing } = await hear(bench, await start(), pages, suite);
      answers.counts.push(...counts);
      answers.differing.push(...differing);
    }
  } finally {
    await suite.close();
  }
  return answers;
}

const QUICK_PAGES = 40;

export const standards: Question = { title: "names", ask };
