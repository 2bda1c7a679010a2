/** What the walk of a page keeps and what it leaves out, line by line. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { agentText } from "../../src/page/see/line.ts";
import { startHarness, type Harness, type HarnessPage } from "./support/pageHarness.ts";

let harness: Harness;
let page: HarnessPage;

beforeAll(async () => {
  harness = await startHarness();
  page = await harness.page();
});

afterAll(() => harness?.close());

/** Without refs and blank edges, so that the expectation reads like a snapshot. */
async function linesOf(html: string, script = ""): Promise<string[]> {
  await page.show(html);
  if (script) await page.run(script);
  const text = agentText((await page.ask("snapshot", { nextRef: 1, budget: 22_500 })).lines);
  return text.split("\n").map((line) => line.replace(/ \[ref=e\d+\]/, ""));
}

it.each<[string, string, string[]]>([
  ["inline mark-up is one run of text", `<p>Some <b>bold</b> wo<i>rds</i> here</p>`, ['text "Some bold words here"']],
  ["blocks are runs of their own", `<div>One</div><div>Two</div>`, ['text "One"', 'text "Two"']],
  ["spans laid out as blocks part their words", `<p>A<span style="display:block">B</span></p>`, ['text "A B"']],
  ["wrappers melt", `<div><div><section><button>Go</button></section></div></div>`, ['button "Go"']],
  [
    "a control says its label, not twice",
    `<label for=a>Name</label><input id=a><label><input type=checkbox> Yes</label>`,
    ['textbox "Name" [value=""]', 'checkbox "Yes" [checked=false]'],
  ],
  [
    "the label of a hidden control stands in for it",
    `<input type=checkbox id=h style="display:none" checked><label for=h>Custom</label>`,
    ['label "Custom" [from-dom] [checked=true]'],
  ],
  [
    "rows say their cells and list their controls",
    `<table><tr><td>A<td>B<td><button>Edit</button></tr></table>`,
    ["table", '  row "A B Edit"', '    button "Edit"'],
  ],
  [
    "list items around one thing melt",
    `<ul><li><a href=#>Home</a></li><li>Words</li></ul>`,
    ["list", '  link "Home"', '  listitem "Words"'],
  ],
  ["a link's picture is its name", `<a href=#><img alt=Logo src=x></a><img alt="" src=x><img src=x>`, ['link "Logo"']],
  [
    "a closed details shows its summary alone",
    `<details><summary>More</summary><p>Body</p></details>`,
    ["group", '  summary "More" [expanded=false]'],
  ],
  [
    "players with controls are operated as a whole",
    `<video controls aria-label=Clip><p>no video</p></video><audio controls></audio><video autoplay></video>`,
    ['video "Clip"', "audio"],
  ],
  ["clickable by its cursor", `<div style="cursor:pointer">Card</div>`, ['div "Card" [from-dom]']],
  ["an inherited cursor is no evidence", `<a href=# style="cursor:pointer">Link <span>inside</span></a>`, ['link "Link inside"']],
  [
    "display: contents is no obstacle",
    `<div style="display:contents"><button style="display:contents">Go</button></div>`,
    ['button "Go"'],
  ],
  [
    "invisible parents may have visible children",
    `<div style="visibility:hidden">no <button style="visibility:visible">Yes</button></div>`,
    ['button "Yes"'],
  ],
  [
    "aria-hidden words are left out, controls are not",
    `<div aria-hidden=true>words <button>B</button></div>`,
    ['button "B" [from-dom]'],
  ],
  [
    "inert is said once, at the top",
    `<div inert><section aria-label=S><button>B</button></section></div>`,
    ['region "S" [inert]', '  button "B"'],
  ],
  [
    "aria-owns moves a subtree to its owner",
    `<ul role=listbox aria-label=L aria-owns=o></ul><p>Between</p><div role=option id=o>Owned</div>`,
    ['listbox "L"', '  option "Owned"', 'text "Between"'],
  ],
  [
    "a select lists what it offers",
    `<label>C <select><option>a<option selected>b</select></label>`,
    ['combobox "C" [value="b"] [options: a | b]'],
  ],
  [
    "a list box lists its options",
    `<select size=2 aria-label=L><option>a<option selected>b</select>`,
    ['listbox "L" [value="b"]', '  option "a"', '  option "b" [selected]'],
  ],
  [
    "separators between links are dropped",
    `<p><a href=#>A</a>, <a href=#>B</a> | <a href=#>C</a></p>`,
    ['link "A"', 'link "B"', 'link "C"'],
  ],
  [
    "cards stay together",
    `${`<div class=card><h3>T</h3><p>P</p><button>B</button></div>`.repeat(3)}`,
    Array.from({ length: 3 }, () => ["item", '  heading "T" [level=3]', '  text "P"', '  button "B"']).flat(),
  ],
  [
    "a wrapper as large as the page is no control",
    `<div style="cursor:pointer;height:100vh"><button>B</button></div>`,
    ['button "B"'],
  ],
  ["long text is cut with a mark", `<p>${"word ".repeat(100)}</p>`, [`text "${"word ".repeat(48).trim()}…"`]],
  [
    "tooltips name what has no words",
    `<button title=Close></button><div title=Tip tabindex=0></div>`,
    ['button "Close"', 'div "Tip" [from-dom]'],
  ],
])("%s", async (_, html, expected) => {
  expect(await linesOf(html)).toEqual(expected);
});

it("reads popovers and dialogs of the top layer where they stand", async () => {
  const html = `<main style="height:50px;overflow:hidden"><div popover id=p><button>Pop</button></div><dialog id=d aria-label=Ask><button>Yes</button></dialog><button>Page</button></main>`;
  const lines = await linesOf(html, "d.show(); p.showPopover(); document.activeElement.blur()");
  expect(lines).toEqual(["main", '  button "Pop"', '  dialog "Ask"', '    button "Yes"', '  button "Page"']);
});

it("keeps controls in view when the page is far longer than its budget", async () => {
  await page.show(
    `<div style="height:5000px"></div>${Array.from({ length: 3000 }, (_, i) => `<h2>Chapter ${i}</h2><p>Text ${i}</p><button>Do ${i}</button>`).join("")}`,
  );
  await page.run("scrollTo(0, 90000)");
  const inView = await page.run<string[]>(
    `[...document.querySelectorAll("button")].filter(b => { const r = b.getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight }).map(b => b.textContent)`,
  );
  const text = agentText((await page.ask("snapshot", { nextRef: 1, budget: 22_500 })).lines);
  expect(inView.length).toBeGreaterThan(2);
  for (const name of inView) expect(text).toContain(`button "${name}"`);
  expect(text.length).toBeLessThan(24_000);
});

it("the page cannot see that it is read", async () => {
  await page.show(`<button>B</button><x-a></x-a>`);
  await page.run(
    `document.querySelector("x-a").attachShadow({mode:"open"}).innerHTML = "<b>x</b>"; window.changes = 0; new MutationObserver(() => changes++).observe(document, {subtree:true, childList:true, attributes:true}); Element.prototype.getAttribute = () => { window.changes++; return null; }; 0`,
  );
  await page.ask("snapshot", { nextRef: 1, budget: 22_500 });
  await page.ask("find", { nextRef: 10, query: "b", maxCandidates: 5 });
  expect(await page.run("window.changes")).toBe(0);
  expect(await page.run("Object.keys(window).filter(k => /drover/i.test(k)).length")).toBe(0);
});
