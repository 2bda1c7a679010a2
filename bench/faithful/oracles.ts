import { build } from "esbuild";
import { corpus } from "../corpusPages.ts";
import type { Bench } from "../parts/part.ts";
import { peers } from "../workplace.ts";
import { ChromiumTree, type Described } from "./chromiumTree.ts";
import { pageCode } from "./pageCode.ts";
import { type Answers, type Question, Tally, drover } from "./question.ts";

/** Of each page this many elements, spread over it. */
const ELEMENTS = 300;
const QUICK_PAGES = 8;

/** What somebody may want to point at, or read a page by. */
const telling = "a, button, input, select, textarea, option, summary, label, img, svg, h1, h2, h3, h4, h5, h6, nav, main, header, footer, aside, section, article, form, fieldset, figure, table, th, td, tr, ul, ol, li, dialog, iframe, [role], [aria-label], [aria-labelledby], [title], [tabindex]";

/** Chooses the elements that are asked about: what a page hides has no name in Chromium's tree. */
const choose = `(() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[aria-hidden=true], [inert]") && element.getClientRects().length > 0;
  const all = [...document.querySelectorAll(${JSON.stringify(telling)})].filter(seen);
  const step = Math.max(1, all.length / ${ELEMENTS});
  globalThis.chosen = Array.from({ length: Math.min(all.length, ${ELEMENTS}) }, (_, index) => all[Math.floor(index * step)]);
  return chosen.length;
})()`;

const askDrover = `(async () => {
  const answers = [];
  for (const element of chosen) {
    element.setAttribute("data-asked", "");
    const { value, error } = await askPageCode("describe", { target: { selector: "[data-asked]" }, nextRef: 1 });
    element.removeAttribute("data-asked");
    answers.push(value ? { role: value.element.role, name: value.element.name } : { role: error.message, name: "" });
  }
  return JSON.stringify(answers);
})()`;

const askLibrary = `JSON.stringify(chosen.map((element) => ({ role: oracle.getRole(element) ?? "", name: oracle.computeAccessibleName(element) })))`;

/** The beginning of an element's own tag, to find it again. */
const tags = `JSON.stringify(chosen.map((element) => (element.cloneNode(false).outerHTML ?? "").slice(0, 160)))`;

async function library(): Promise<string> {
  const bundled = await build({
    stdin: { contents: 'export { computeAccessibleName, getRole } from "dom-accessibility-api";', resolveDir: peers },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "oracle",
  });
  return `${bundled.outputFiles[0]?.text};globalThis.oracle = oracle`;
}

const synonyms: Record<string, string> = { image: "img", presentation: "none", directory: "list", "": "none", generic: "none", sectionheader: "none", sectionfooter: "none" };
const plainRole = (role: string): string => synonyms[role] ?? role;
/** The words alone: what parts them is a question of the standards' own pages, and glyphs of icon fonts are no words. */
const plainName = (name: string): string => name.replace(/[\s\ue000-\uf8ff]+/g, "").toLowerCase();

/** A drawing is a picture whether it has a name or not, as it is in Playwright. */
const sameRole = (a: Described, b: Described, tag: string): boolean => plainRole(a.role) === plainRole(b.role) || (tag.startsWith("<svg") && a.role === "img");
/** Elements without a role have names for nobody, and a figure is named by its caption, which neither oracle does. */
const sameName = (a: Described, b: Described): boolean => plainRole(a.role) === "none" || a.role === "figure" || plainName(a.name) === plainName(b.name);

async function ask(bench: Bench): Promise<Answers> {
  const tally = new Tally(drover("chromium"));
  const differing: string[] = [];
  const [code, oracle] = [await pageCode(), await library()];
  const tree = await ChromiumTree.start(bench.workplace);
  const pages = bench.quick ? corpus.slice(0, QUICK_PAGES) : corpus;
  try {
    for (const [index, page] of pages.entries()) {
      bench.progress(`oracles: page ${index + 1} of ${pages.length}, ${page.maker}`);
      await tree.show(bench.server.corpusUrl(page.package, page.file));
      await tree.evaluate(`${code};\n${oracle};\n${choose}`);
      const read = async (question: string): Promise<Described[]> => JSON.parse(await tree.evaluate(question));
      const [ours, theirs, chromium] = [await read(askDrover), await read(askLibrary), await tree.describe("chosen")];
      const shown: string[] = JSON.parse(await tree.evaluate(tags));
      for (const [at, our] of ours.entries()) {
        const [library, browser, tag = ""] = [theirs[at], chromium[at], shown[at]];
        if (!library || !browser) continue;
        const compared = { "roles, corpus": [sameRole(our, browser, tag), sameRole(our, library, tag)], "names, corpus": [sameName(our, browser), sameName(our, library)] };
        for (const [what, [asBrowser, asLibrary]] of Object.entries(compared)) {
          // The two differ often enough: only what neither of them says is ours alone.
          tally.add(what, asBrowser === true || asLibrary === true);
          if (!asBrowser && !asLibrary)
            differing.push(`${page.maker}: ${what} ${tag}\n  Drover ${JSON.stringify(our)}, Chromium ${JSON.stringify(browser)}, dom-accessibility-api ${JSON.stringify(library)}`);
        }
      }
    }
  } finally {
    await tree.stop();
  }
  return { counts: tally.counts, differing };
}

export const oracles: Question = { title: "names, corpus", ask };
