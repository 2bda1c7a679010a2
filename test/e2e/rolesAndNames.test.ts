/** Roles and names as accname, HTML-AAM and ARIA have them, on each engine: the kinds that were once wrong. */
import { expect } from "vitest";
import { test, type Data, type TestSession } from "./support/session.ts";

interface Expected {
  html: string;
  role?: string;
  name?: string;
}

/** One element of each piece is marked `t`. No role is that of a wrapper. */
const pieces: Record<string, Expected> = {
  // Text of style sheets
  "content with a picture": { html: `<style>.p1::before{content:url(data:image/gif;base64,R0lG)}</style><button class=p1 t>Save</button>`, role: "button", name: "Save" },
  "content with a picture and words for it": { html: `<style>.p2::before{content:url(data:image/gif;base64,R0lG) / "Star"}</style><button class=p2 t>it</button>`, role: "button", name: "Star it" },
  "content with words for a sign": { html: `<style>.p3::after{content:"★" / "starred"}</style><button class=p3 t>Row</button>`, role: "button", name: "Row starred" },
  "content that is decoration": { html: `<style>.p4::before{content:"★" / ""}</style><button class=p4 t>Row</button>`, role: "button", name: "Row" },
  "content of an attribute": { html: `<style>.p5::before{content:attr(data-kind) ": "}</style><button class=p5 data-kind=Tag t>blue</button>`, role: "button", name: "Tag: blue" },
  "content with quotes in it": { html: `<style>.p6::before{content:"a \\"b\\" "}</style><button class=p6 t>c</button>`, role: "button", name: 'a "b" c' },
  "counter": { html: `<style>ol.c1{counter-reset:x 4} .c1 button::before{counter-increment:x;content:counter(x) ". "}</style><ol class=c1><button>a</button><button t>b</button></ol>`, role: "button", name: "6. b" },
  "counter in roman numbers": { html: `<style>.c2{counter-reset:y 3} .c2 button::before{content:counter(y, upper-roman) " "}</style><div class=c2><button t>part</button></div>`, role: "button", name: "III part" },
  "nested counters": { html: `<style>.c3{counter-reset:z} .c3 i{counter-increment:z} .c3 button::before{content:counters(z, ".") " "}</style><div class=c3><i></i><div class=c3><i></i><i></i><button t>deep</button></div></div>`, role: "button", name: "1.2 deep" },
  // What is hidden
  "label that is hidden from readers": { html: `<span id=h1 aria-hidden=true>Shut</span><button aria-labelledby=h1 t>x</button>`, role: "button", name: "Shut" },
  "label inside something hidden from readers": { html: `<div aria-hidden=true><span id=h2>Shut</span></div><button aria-labelledby=h2 t>x</button>`, role: "button", name: "Shut" },
  "hidden legend": { html: `<fieldset t><legend hidden>Ship to</legend></fieldset>`, role: "group" },
  "hidden caption": { html: `<table t><caption hidden>Prices</caption><tr><td>1</table>`, role: "table" },
  "visible part of what is hidden": { html: `<h3 t>Seen <span style="visibility:hidden">unseen <b style="visibility:visible">seen again</b></span></h3>`, role: "heading", name: "Seen seen again" },
  // Spaces
  "space in elements of its own": { html: `<h3 t>Foo<span><span> </span></span>Bar</h3>`, role: "heading", name: "Foo Bar" },
  "control between texts of style sheets": { html: `<style>.s1::before{content:"foo"} .s1::after{content:"baz"}</style><label class=s1><input type=checkbox t></label>`, role: "checkbox", name: "foo baz" },
  // Labels
  "label on a slot": { html: `<div id=slotted><template shadowrootmode=open>foo <slot aria-label=no></slot> bar</template>in</div><button aria-labelledby=slotted t></button>`, role: "button", name: "foo in bar" },
  "combobox in a label": { html: `<label><input type=checkbox t> Every <span role=combobox tabindex=0>3</span> days</label>`, role: "checkbox", name: "Every 3 days" },
  "combobox with its list elsewhere": { html: `<label><input type=checkbox t> Every <span role=combobox aria-owns=l1></span> days</label><ul id=l1 role=listbox><li role=option>2<li role=option aria-selected=true>4</ul>`, role: "checkbox", name: "Every 4 days" },
  "menu in a label": { html: `<label><input type=checkbox t> Every <span role=menu><span role=menuitem>1</span></span> days</label>`, role: "checkbox", name: "Every days" },
  "label in a label": { html: `<label for=n1>Price <label for=n1>in euros</label></label><input id=n1 t>`, role: "textbox", name: "Price in euros" },
  "label that is read once": { html: `<h3 t><a href=# aria-labelledby=once>x</a> <a href=#>two <img id=once alt=one src=x></a></h3>`, role: "heading", name: "one two" },
  "owned by another": { html: `<span aria-owns=own1>The</span><h3 t>Fast <b id=own1>car</b></h3>`, role: "heading", name: "Fast" },
  "empty alternative text with a tooltip": { html: `<button t><img alt="" title=Bryan src=x> Go</button>`, role: "button", name: "Go" },
  "tooltip of a button that sends": { html: `<input type=submit title="Sends it" t>`, role: "button", name: "Submit" },
  "button that sends and shows no words": { html: `<input type=submit value="" title=Search t>`, role: "button", name: "Search" },
  "button that sends and says nothing": { html: `<input type=submit value="" t>`, role: "button", name: "Submit" },
  "file without a label": { html: `<input type=file t>`, role: "button", name: "Choose File" },
  "box and its label in an item": { html: `<div role=menuitemradio t><input type=radio id=lb1><label for=lb1>Woods</label></div>`, role: "menuitemradio", name: "Woods" },
  "label and its box in an item": { html: `<div role=menuitemradio t><label for=lb2>Woods</label><input type=radio id=lb2></div>`, role: "menuitemradio", name: "Woods" },
  // Roles
  "section with an empty label": { html: `<section aria-label="" t>x</section>` },
  "section whose label is nowhere": { html: `<section aria-labelledby=nowhere t>x</section>` },
  "section with a name": { html: `<section aria-label=News t>x</section>`, role: "region", name: "News" },
  "picture without words": { html: `<img alt="" title=x src=x t>` },
  "unnamed region": { html: `<nav role=region t>x</nav>`, role: "navigation" },
  "unnamed region with another role": { html: `<div role="region group" t>x</div>`, role: "group" },
  "unnamed form": { html: `<div role=form t>x</div>` },
  "aside in main": { html: `<main><aside t>x</aside></main>`, role: "complementary" },
  "aside in section": { html: `<section><aside t>x</aside></section>` },
  "suggestion": { html: `<div role=suggestion t>x</div>`, role: "suggestion" },
  "summary of details": { html: `<details><summary t>More</summary></details>`, role: "summary", name: "More" },
  "summary elsewhere": { html: `<div><summary t>More</summary></div>` },
  "link in a drawing": { html: `<svg><a xlink:href=# t><text>Go</text></a></svg>`, role: "link", name: "Go" },
  "group in a drawing": { html: `<svg><g aria-label=Bars t><circle r=4 /></g></svg>`, role: "group", name: "Bars" },
  "plain group in a drawing": { html: `<svg><g t><circle r=4 /></g></svg>` },
  "picture in a drawing": { html: `<svg><image aria-label=Map t /></svg>`, role: "img", name: "Map" },
  "item in a wrapper in a list": { html: `<ul><div><li t>x</li></div></ul>`, role: "listitem" },
  "header of a column": { html: `<table><tr><th t>A<th>B<tr><td>1<td>2</table>`, role: "columnheader", name: "A" },
  "header of a row": { html: `<table><tr><th>A<th>B<tr><th t>1<td>2</table>`, role: "rowheader", name: "1" },
  "cell": { html: `<table><tr><td t>A<td>B</table>`, role: "cell", name: "A" },
  "cell of a grid": { html: `<table role=grid><tr><td t>A<td>B</table>`, role: "gridcell", name: "A" },
  "cell of a layout": { html: `<table role=presentation><tr><td t>A<td>B</table>` },
};

const names = Object.keys(pieces);
const page = names.map((name, index) => `<div>${pieces[name]?.html.replace(/ t(?=[ />])/, ` data-testid=p${index}`)}</div>`).join("\n");

async function snapshotOf(session: TestSession): Promise<{ role: string; id: string; ref: string }[]> {
  const { tree } = await session.call("snapshot", { full: true });
  const lines = [...tree.matchAll(/^\s*(\S+) .*\[ref=(e\d+)\] \[data-testid="([\w-]+)"\]/gm)];
  return lines.map(([, role = "", ref = "", id = ""]) => ({ role, id, ref }));
}

test("roles and names are those of the standards", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/roles", page) });
  const seen: Record<string, { role?: string; name?: string }> = {};
  for (const { id, ref } of await snapshotOf(session)) {
    const { components } = await session.call("generate_locator", { ref });
    const role = components.find(({ kind }: Data) => kind === "role");
    const text = components.find(({ kind }: Data) => kind === "text");
    seen[names[Number(id.slice(1))] ?? id] = { role: role?.value, name: text?.value };
  }
  expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, { role: pieces[name]?.role, name: pieces[name]?.name }])));
});

test("what is hidden has the name that it will have when it is shown", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/hidden", `<div hidden><button><b>Save</b> all</button></div>`) });
  expect(await session.call("verify_count", { selector: 'role=button[name="Save all"][include-hidden]', n: 1 })).toMatchObject({ ok: true });
  expect(await session.call("verify_count", { selector: 'role=button[name="Save all"]', n: 0 })).toMatchObject({ ok: true });
});

test("a snapshot says the same roles as selectors do", async ({ session, server }) => {
  const cell = (tag: string, id: string) => `<${tag} data-testid=${id} tabindex=0>${id}</${tag}>`;
  const rows = (of: string) => `<tr>${cell("th", `${of}-column`)}<th>B</tr><tr>${cell("th", `${of}-row`)}${cell("td", `${of}-cell`)}</tr>`;
  await session.call("navigate", {
    url: server.html("/cells", `<table>${rows("plain")}</table><table role=grid>${rows("grid")}</table><table role=none>${rows("layout")}</table>`),
  });
  const roles = new Map((await snapshotOf(session)).map(({ id, role }) => [id, role]));
  expect(Object.fromEntries(roles)).toEqual({
    "plain-column": "columnheader",
    "plain-row": "rowheader",
    "plain-cell": "cell",
    "grid-column": "columnheader",
    "grid-row": "rowheader",
    "grid-cell": "gridcell",
    "layout-column": "th",
    "layout-row": "th",
    "layout-cell": "td",
  });
  for (const [id, role] of roles) {
    if (id.startsWith("layout")) continue;
    expect(await session.call("verify_count", { selector: `role=${role}[name="${id}"]`, n: 1 })).toMatchObject({ ok: true });
  }
});
