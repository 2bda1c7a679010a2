/** What agents must get at: cells, controls without names, things to drag, parts of drawings, rows by their words, file inputs behind buttons. */
import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

const rows = Array.from({ length: 40 }, (_, at) => `<tr><td>Order ${at + 1}</td><td>${at === 30 ? "<span>Waiting for paint</span>" : "Sent"}</td><td></td></tr>`).join("");
const body = page(`<table id=orders><tr><th>Order</th><th>State</th><th>Note</th></tr>${rows}</table>
<button><svg width=16 height=16><use href="#icon-trash" /></svg></button><button><i class="fa fa-pencil"></i></button><a href="/settings/profile"><svg width=16 height=16><path d="M0 0h9v9z" /></svg></a>
<input name=postcode><div role=combobox tabindex=0 aria-label=Size><b>Small</b> cup<ul role=listbox hidden><li role=option>Small</li><li role=option>Large</li></ul></div>
<ul><li draggable=true>First task</li><li draggable=true>Second task</li></ul>
<svg width=200 height=100><rect width=80 height=80 style="cursor:pointer" class=bar onclick_=x /><text x=100 y=40>Quarter two</text></svg>
<article><h3>Walking</h3><p>Alps in winter</p><p>by Berta</p></article><article><h3>Sailing</h3><p>Alps from afar</p><p>by Carl</p></article>
<div><span>Prev</span> <span id=next>Next</span></div>
<div><input type=file id=file hidden onchange="took.textContent = 'took ' + this.files[0].name"><button onclick="file.click()">Attach a file</button><output id=took></output></div>
<div id=drop>Choose<div id=list hidden><div>Red</div><div>Green</div></div></div><output id=chosen></output>
<select id=native style="position:absolute;width:1px;height:1px;opacity:0"><option>one<option>two</select><div id=styled hidden>Styled list</div>
<script>
  document.querySelector("rect").addEventListener("click", () => { took.textContent = "bar"; });
  drop.addEventListener("click", (event) => { if (list.contains(event.target)) { chosen.textContent = event.target.textContent; list.hidden = true; } else list.hidden = !list.hidden; });
  native.addEventListener("focus", () => { styled.hidden = false; });
</script>`);

test("cells, unnamed controls, things to drag and parts of drawings have refs", async ({ fileSession: session, server }) => {
  await session.call("navigate", { url: server.html("/reach", body), mode: "none" });
  const { tree } = await session.call("snapshot");
  expect(tree).toMatch(/button \[ref=\w+\] \[icon="icon-trash"\]/);
  expect(tree).toMatch(/button \[ref=\w+\] \[icon="fa-pencil"\]/);
  expect(tree).toMatch(/link \[ref=\w+\] \[href="\/settings\/profile"\]/);
  expect(tree).toMatch(/textbox \[ref=\w+\] \[name="postcode"\]/);
  expect(tree).toMatch(/combobox "Size" \[ref=\w+\] \[value="Small cup"\]/);
  expect(tree).toMatch(/listitem "First task" \[ref=\w+\].*\[draggable\]/);
  expect(tree).toMatch(/rect \[ref=\w+\].*\[class="bar"\]/);
  expect(tree).toContain("a row's ref shows its cells");
  const row = /row "Order 2 Sent" \[ref=(\w+)\]/.exec(tree)?.[1];
  const cells = (await session.call("snapshot", { scope: row })).tree;
  expect(cells).toMatch(/cell "Order 2" \[ref=\w+\].*\[column="Order"\]/);
  const empty = /cell \[ref=(\w+)\].*\[column="Note"\]/.exec(cells)?.[1];
  expect(await session.call("inspect", { ref: empty }), cells).toMatchObject({ found: true, childCount: 0, styles: { display: "table-cell" } });
});

test("find gives the row or post that says the words, each once, and each text its own ref", async ({ fileSession: session, server }) => {
  await session.call("navigate", { url: server.html("/reach", body), mode: "none" });
  const best = async (query: string) => (await session.call("find", { query })).candidates;
  expect((await best("order 31 waiting for paint"))[0]).toMatchObject({ role: "row", name: expect.stringContaining("Order 31 Waiting for paint") });
  expect((await best("Alps Berta"))[0]).toMatchObject({ role: "article", name: expect.stringContaining("Walking") });
  expect((await best("waiting for paint")).filter(({ name }: { name: string }) => name === "Waiting for paint")).toHaveLength(1);
  const [next] = await best("Next");
  expect(next).toMatchObject({ name: "Next" });
  expect(await session.call("verify_text", { ref: next.ref, text: "Next", exact: true })).toMatchObject({ ok: true });
  expect((await best("bar"))[0]).toMatchObject({ role: "rect" });
  const { matches } = await session.call("text_search", { text: "Quarter two" });
  expect(matches).toMatchObject([{ text: "Quarter two" }]);
  expect(matches[0].role).not.toBe("img");
});

test("a file goes in by the button that opens its chooser, a list opens inside its trigger, a hidden one opens nothing", async ({ fileSession: session, server }) => {
  await session.call("navigate", { url: server.html("/reach", body), mode: "none" });
  expect(await session.call("upload_file", { selector: "text=Attach a file", content: "aGk=", name: "hi.txt" })).toMatchObject({ ok: true, fileCount: 1 });
  expect(await session.call("choose_option", { selector: "#drop", option: "Green", mode: "none" })).toMatchObject({ ok: true });
  expect(await session.call("select", { selector: "#native", values: ["two"], mode: "none" })).toMatchObject({ ok: true });
  expect((await session.call("eval_js", { expr: "[took.textContent, chosen.textContent, native.value, styled.hidden].join()" })).value).toBe("took hi.txt,Green,two,true");
});

test("a grid that has drawn some of its rows says which, and what is not drawn is not passed off as found", async ({ session, server }) => {
  const row = (index: number) => `<div role=row aria-rowindex=${index}><span role=gridcell>Order ${index}</span><span role=gridcell></span></div>`;
  await session.call("navigate", { url: server.html("/virtual", page(`<div role=grid aria-label=Orders aria-rowcount=900>${[7, 8, 9].map(row).join("")}</div>`)), mode: "none" });
  expect((await session.call("snapshot")).tree).toMatch(/grid "Orders" \[ref=e\d+\] \[rows=7-9 of 900\]/);
  expect((await session.call("find", { query: "Order 8" })).warnings).toBeUndefined();
  expect((await session.call("find", { query: "Order 500" })).warnings).toEqual([expect.stringContaining("nothing found says 500")]);
});

const plain = page(`<button aria-label="Next month"><span>Next month</span></button><div role=grid aria-label=Seats aria-rowcount=900>${[7, 8].map((row) => `<div role=row aria-rowindex=${row}>${[1, 2, 3].map((at) => `<div class=seat>${at === 2 ? "" : `${row}${at}`}</div>`).join("")}</div>`).join("")}</div>
<table id=board>${"<tr><td></td><td></td><td></td></tr>".repeat(3)}</table>
<div class=line><span>Tea</span> <span>-</span><b>1</b><span>+</span></div><div class=line><span>Coffee</span> <span>-</span><b>0</b><span>+</span></div>
<div id=long>${Array.from({ length: 90 }, (_, at) => `<div><span>Line ${at}</span> <button>Open</button></div>`).join("")}</div>
<table id=days role=grid><tr><td tabindex=0>1 May</td><td tabindex=0>2 May</td></tr></table>
<canvas id=painted width=90 height=40><table role=grid><tr role=row><td role=gridcell tabindex=-1>Painted</td></tr></table></canvas><output id=did></output>
<script>
  for (const each of document.querySelectorAll(".seat, #board td, .line span:not(:first-child), #long button")) each.onclick = () => { did.textContent = each.parentElement.textContent + each.cellIndex; };
</script>`);

test("rows and cells go by number, with or without words, headers and roles of cells", async ({ fileSession: session, server }) => {
  await session.call("navigate", { url: server.html("/plain", plain), mode: "none" });
  const { tree } = await session.call("snapshot");
  const row = /row \[ref=(\w+)\] \[row=7\]/.exec(tree)?.[1];
  expect(tree, "what is pressed in a row has its words").toMatch(/div "71" \[ref=\w+\]/);
  expect(tree).toMatch(/row \[ref=\w+\] \[row=3\]/);
  expect(tree, "words of a row whose cells all have lines are said once").toMatch(/row \[ref=\w+\] \[row=1\]\n\s+gridcell "1 May"/);
  expect(tree).toMatch(/button "Next month" \[ref=\w+\](?!\n\s+text)/);
  const cells = (await session.call("snapshot", { scope: row })).tree;
  expect(cells).toMatch(/\[row=7\]\n.*"71" .*\[column=1\]\n.*\[column=2\]\n.*"73" .*\[column=3\]/);
  const [seat] = (await session.call("find", { query: "row 8 column 2" })).candidates;
  expect(seat).toMatchObject({ name: "", context: { rowIndex: 8, columnIndex: 2 } });
  const [square] = (await session.call("find", { query: "row 2, column 3", contextRef: /table \[ref=(\w+)\]/.exec(tree)?.[1] })).candidates;
  await session.call("click", { ref: square.ref });
  expect((await session.call("eval_js", { expr: "did.textContent" })).value).toBe("2");
});

test("signs and what stands beside them tell controls apart, each of which is found once", async ({ fileSession: session, server }) => {
  await session.call("navigate", { url: server.html("/plain", plain), mode: "none" });
  for (const [query, says] of [["coffee +", "Coffee"], ["tea -", "Tea"], ["Open line 77", "Line 77"]] as const) {
    const { candidates } = await session.call("find", { query });
    expect(new Set(candidates.map(({ ref }: { ref: string }) => ref)).size, query).toBe(candidates.length);
    await session.call("click", { ref: candidates[0].ref, mode: "none" });
    expect((await session.call("eval_js", { expr: "did.textContent" })).value, query).toContain(says);
  }
  expect((await session.call("find", { query: "2 May" })).candidates.filter(({ name }: { name: string }) => name === "2 May")).toHaveLength(1);
});

test("what a canvas paints is not clicked at a place that it does not have, and the way there is told", async ({ fileSession: session, server }) => {
  await session.call("navigate", { url: server.html("/plain", plain), mode: "none" });
  expect(await session.call("click", { selector: "#painted td" })).toMatchObject({ ok: false, error: "not-visible", message: expect.stringContaining("painted by its canvas"), hint: expect.stringContaining("coords") });
});
