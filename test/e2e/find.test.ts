import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

test("find answers with ref, proven selector, box and row context", async ({ session, server }) => {
  const rows = [
    ["Wed, May 13", "Engineering", "Reviewed"],
    ["Thu, May 14", "Sales", "Open"],
  ]
    .map(([day, team, state]) => `<tr><td>${day}<td>${team}<td>${state}<td><button>Edit</button></tr>`)
    .join("");
  await session.call("navigate", {
    url: server.html(
      "/find",
      `<button data-testid=save-btn>Save</button><table><thead><tr><th>Day<th>Type<th>State<th>Actions</thead>${rows}</table><ul><li>First <a href=#>Open</a></ul>`,
    ),
  });
  const save = (await session.call("find", { query: "the Save button" })).candidates[0];
  expect(save).toMatchObject({
    role: "button",
    name: "Save",
    testId: "save-btn",
    stability: "high",
    selectorHint: '[data-testid="save-btn"]',
    selectorTier: 1,
    clipped: false,
    actionable: true,
  });
  expect(save.bbox.width).toBeGreaterThan(10);
  expect(save.score).toBeGreaterThan(10);
  expect(save.context).toBeUndefined();
  const edit = (await session.call("find", { query: "edit sales" })).candidates[0];
  expect(edit.context).toEqual({
    collection: "table",
    rowKey: "Thu, May 14",
    column: "Actions",
    rowText: "Thu, May 14 Sales Open Edit",
    rowIndex: 3,
    columnIndex: 4,
  });
  const cell = (await session.call("find", { query: "Engineering" })).candidates[0];
  expect(cell).toMatchObject({ role: "cell", context: { column: "Type", rowKey: "Wed, May 13" } });
});

test("find knows the columns of a table whose head is made of plain cells", async ({ session, server }) => {
  const rows = `<tr><td>1</td><td>Apples</td><td>5</td></tr><tr><td>2</td><td>Pears</td><td>20</td></tr>`;
  await session.call("navigate", { url: server.html("/sheet", page(`<table><thead><tr><td></td><td>Fruit</td><td>Sold</td></tr></thead><tbody>${rows}</tbody></table>`)), mode: "none" });
  expect((await session.call("find", { query: "Sold of Pears" })).candidates[0]).toMatchObject({ role: "cell", name: "20", context: { column: "Sold" } });
});

test("find passes over no part of a large page that says its words in another way than in writing", async ({ session, server }) => {
  const rows = Array.from({ length: 400 }, () => `<div class=row><b>Item</b> <span>number</span> <button>Open</button></div>`);
  const odd = [
    `<div><h3><b>Quar</b>terly</h3></div>`,
    `<div><input id=typed></div>`,
    `<div><button class=drawn></button></div>`,
    `<div><input type=checkbox id=far></div>`,
    `<div><button aria-labelledby=elsewhere></button></div>`,
    `<div><x-host></x-host></div>`,
    `<div><button title="Tooltip words">…</button></div>`,
    `<div><button>Arch<span hidden>x</span>ive</button></div>`,
    `<div><div><button>Gr<i class=none>1</i>oup<i class=none>2</i>ing</button></div><div><button>Open</button></div></div>`,
    `<div>Printed${"<br>on paper".repeat(30)}</div>`,
  ];
  await session.call("navigate", {
    url: server.html(
      "/large",
      page(`<style>.drawn::before { content: "Painted"; } .none { display: none }</style><label for=far>Faraway</label><i id=elsewhere>Borrowed</i><h2>About archives and groupings</h2><main>${rows.join("")}${odd.join("")}${rows.join("")}</main>
        <script>typed.value = "Handwritten"; document.querySelector("x-host").attachShadow({ mode: "open" }).innerHTML = "<button>Shaded</button>";</script>`),
    ),
    mode: "none",
  });
  const top = async (query: string) => (await session.call("find", { query })).candidates[0];
  expect(await top("quarterly")).toMatchObject({ role: "heading", name: "Quarterly" });
  expect(await top("handwritten")).toMatchObject({ role: "textbox" });
  expect(await top("painted")).toMatchObject({ role: "button", name: "Painted" });
  expect(await top("faraway checkbox")).toMatchObject({ role: "checkbox", name: "Faraway" });
  expect(await top("borrowed button")).toMatchObject({ role: "button", name: "Borrowed" });
  expect(await top("shaded")).toMatchObject({ role: "button", name: "Shaded" });
  expect(await top("tooltip words")).toMatchObject({ role: "button" });
  expect(await top("shadde")).toMatchObject({ role: "button", name: "Shaded" });
  expect(await top("archive")).toMatchObject({ role: "button", name: "Archive" });
  expect(await top("grouping")).toMatchObject({ role: "button", name: "Grouping" });
  expect(await top("printed")).toMatchObject({ name: expect.stringMatching(/^Printed on paper on paper/) });
});

test("find matches labels, placeholders, titles and alt, and forgives small slips", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/words",
      `<label>E-mail address <input name=a></label><input placeholder="Search the docs"><button title="Close panel">×</button><a href=#><img alt="Shopping cart" src=x width=20 height=20></a><button>Categories</button><button>Submit order</button>`,
    ),
  });
  const top = async (query: string) => (await session.call("find", { query })).candidates[0];
  expect(await top("email address")).toMatchObject({ role: "textbox", name: "E-mail address" });
  expect(await top("search docs field")).toMatchObject({ role: "textbox", name: "Search the docs" });
  expect(await top("close panel")).toMatchObject({ role: "button" });
  expect(await top("shopping cart")).toMatchObject({ role: "link", name: "Shopping cart" });
  expect(await top("category button")).toMatchObject({ name: "Categories" });
  expect(await top("sbumit order")).toMatchObject({ name: "Submit order" });
});

test("what is covered, disabled or out of view ranks behind, and the cover is named", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/cover",
      `<style>#veil{position:fixed;inset:0 0 auto 0;height:60px;background:#eee}</style><button style="position:absolute;top:10px">Pay now</button><div id=veil role=dialog aria-label="Cookie consent"></div>
      <div style="margin-top:100px"><button disabled>Pay later</button><button>Pay never</button></div><div style="height:3000px"></div><button>Pay below</button><div style="display:none"><button>Pay hidden</button></div>`,
    ),
  });
  const { candidates } = await session.call("find", { query: "pay", maxCandidates: 10 });
  const by = Object.fromEntries(candidates.map((each: { name: string }) => [each.name, each]));
  expect(candidates[0].name).toBe("Pay never");
  expect(by["Pay now"]).toMatchObject({ actionable: "covered", coveredBy: 'dialog "Cookie consent"' });
  expect(by["Pay later"]).toMatchObject({ actionable: "disabled" });
  expect(by["Pay below"]).toMatchObject({ actionable: "off-screen", bbox: null, clipped: true });
  expect(by["Pay hidden"]).toBeUndefined();
  const visible = await session.call("find", { query: "pay", visibleOnly: true });
  expect(visible.candidates.map((each: { name: string }) => each.name)).toEqual(["Pay never"]);
  const none = await session.call("find", { query: "pay later", visibleOnly: true, maxCandidates: 1 });
  expect(none.candidates.every((each: { actionable: unknown }) => each.actionable === true)).toBe(true);
});

test("warnings: nothing visible, below the floor, unknown context", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/warn", `<div style="height:3000px"></div><button>Export</button>`) });
  const hidden = await session.call("find", { query: "export" });
  expect(hidden.warnings.join()).toMatch(/no visible candidate - all 1 match\(es\)/);
  const floor = await session.call("find", { query: "export", confidenceFloor: 500 });
  expect(floor.warnings.join()).toMatch(/no candidate scored confidently above 500 \(top score: \d/);
  const context = await session.call("find", { query: "export", contextRef: "e999" });
  expect(context.warnings.join()).toContain("e999");
  expect((await session.call("find", { query: "zzz" })).candidates).toEqual([]);
});

test("a shared test id is made unique, and every hint resolves to its element alone", async ({ session, server }) => {
  const cards = Array.from(
    { length: 3 },
    (_, i) =>
      `<div class=card><span>Card ${i}</span><button data-testid=open>Open ${i}</button><i class=x onclick="1"></i></div>`,
  ).join("");
  await session.call("navigate", {
    url: server.html(
      "/hints",
      `<button data-type=dup style="display:none">Dup</button><a data-testid=dup href=#>Go</a><a data-testid=dup href=# hidden>Go</a>${cards}<p id=para>Lone words</p>`,
    ),
  });
  for (const query of ["go", "open 1", "card", "lone words", "open"]) {
    const { candidates } = await session.call("find", { query, maxCandidates: 20 });
    expect(candidates.length).toBeGreaterThan(0);
    for (const { ref, selectorHint } of candidates) {
      expect(await session.call("verify_count", { selector: selectorHint, n: 1 }), selectorHint).toMatchObject({ ok: true });
      const [byRef, byHint] = [await session.call("inspect", { ref }), await session.call("inspect", { selector: selectorHint })];
      expect(byHint).toEqual(byRef);
    }
  }
  expect((await session.call("find", { query: "go" })).candidates[0].selectorHint).toBe('[data-testid="dup"]:visible');
});

test("feedback lifts what was right before", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html("/feedback", `<button>Settings</button><button data-testid=gear aria-label="Settings panel">⚙</button>`),
  });
  const before = await session.call("find", { query: "open settings" });
  expect(before.candidates[0].name).toBe("Settings");
  const gear = before.candidates[1].ref;
  expect(await session.call("find_feedback", { query: "open settings", ref: gear })).toEqual({
    ok: true,
    recorded: { query: "open settings", identity: { testId: "gear" } },
    memorySize: 1,
  });
  expect((await session.call("find", { query: "settings" })).candidates[0].testId).toBe("gear");
  expect(await session.call("find_feedback", { query: "x", ref: "e999" })).toMatchObject({ ok: false, error: "ref-gone" });
});

test("text_search tells presence from absence, with rows and hidden text", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/search",
      `<div role=status><span>Saved</span></div><table><tr><th>Key<th>Chip</tr><tr><td>A1<td>Wrong <b>Type</b></tr></table><p hidden>Secret</p><input value="Typed here"><div style="height:3000px"></div><p>Far below</p>`,
    ),
  });
  expect(await session.call("text_search", { text: "saved" })).toMatchObject({
    count: 1,
    matches: [{ role: "status", text: "Saved", clipped: false }],
  });
  expect(await session.call("text_search", { text: "wrong type" })).toMatchObject({
    count: 1,
    matches: [{ role: "cell", context: { rowKey: "A1", column: "Chip" } }],
  });
  expect(await session.call("text_search", { text: "saved", exact: true })).toMatchObject({ count: 0, matches: [] });
  expect((await session.call("text_search", { text: "Secret" })).count).toBe(0);
  expect((await session.call("text_search", { text: "Secret", includeHidden: true })).count).toBe(1);
  expect((await session.call("text_search", { text: "typed here" })).count).toBe(1);
  expect(await session.call("text_search", { text: "far below" })).toMatchObject({
    count: 1,
    matches: [{ bbox: null, clipped: true }],
  });
  const row = (await session.call("find", { query: "row A1" })).candidates[0].ref;
  expect((await session.call("text_search", { text: "Saved", scope: row })).count).toBe(0);
});

test("what closed shadow roots hold is found, and acted on, once it was asked for", async ({ session, server }) => {
  const body = `<x-card></x-card><script>const root = document.querySelector("x-card").attachShadow({ mode: "closed" });
root.innerHTML = "<label>Code <input></label><button>Redeem</button><p role=status></p>";
root.querySelector("button").onclick = () => { root.querySelector("p").textContent = "Redeemed " + root.querySelector("input").value; };</script>`;
  await session.call("navigate", { url: server.html("/closed", body), mode: "none" });
  expect((await session.call("find", { query: "Redeem" })).candidates).toEqual([]);
  const { candidates, warnings } = await session.call("find", { query: "Redeem", pierce: "closed" });
  if (session.engine === "firefox") return expect(warnings.join()).toContain("closed-shadow piercing unavailable");
  expect(candidates).toMatchObject([{ role: "button", name: "Redeem", actionable: true }]);
  const [field] = (await session.call("find", { query: "Code" })).candidates;
  expect(await session.call("fill", { ref: field.ref, value: "A7" })).toMatchObject({ ok: true, element: { value: "A7" } });
  expect((await session.call("click", { ref: candidates[0].ref })).snapshotDelta.tree).toContain('status "Redeemed A7"');
});

const shop = page(`<style>.cal button{width:30px}</style>
<header><nav aria-label=Main><a href=/>Home</a><a href=/orders>Orders</a><a href=/customers>Customers</a></nav><form role=search><input type=search placeholder="Search orders" aria-label="Search orders"><button>Search</button></form>
<button aria-label="Account menu" aria-haspopup=menu>Ada</button><button title="Settings"><i class="fa fa-cog"></i></button></header>
<main><h1>Orders</h1><p>Search is fast. Delete what you do not need. Save your work before you sign out.</p>
<div role=toolbar aria-label=Formatting><button aria-pressed=false><i class="fa fa-bold"></i></button><button><i class="fa fa-italic"></i></button></div>
<table><thead><tr><th>Order</th><th>Customer</th><th>Price</th><th>Status</th><th></th></tr></thead><tbody id=rows></tbody></table>
<div class=cal role=application aria-label="Due date"><button>Prev</button><span>May 2026</span><button>Next</button><div id=days></div></div>
<form aria-label="New order"><label>Customer name <input name=customer></label><label>E-mail <input type=email name=email></label><label>Quantity <input type=number></label>
<label>Country <select><option>France<option>Germany</select></label><fieldset><legend>Delivery</legend><label><input type=radio name=d>Standard</label><label><input type=radio name=d>Express</label></fieldset>
<label><input type=checkbox> I accept the terms</label><textarea placeholder="Leave a comment"></textarea><input type=file aria-label="Invoice"><button type=button>Save draft</button><button type=submit>Place order</button><button type=button>Cancel</button></form>
<ul id=posts></ul><svg width=200 height=100 role=img aria-label="Sales by month"><rect x=0 width=30 height=80 onclick="1"><title>January: 80</title></rect><rect x=40 width=30 height=50 onclick="1"><title>February: 50</title></rect></svg>
<dialog id=dlg><h2>Delete order?</h2><button>Delete</button><button>Keep it</button></dialog>
<footer><a href=/help>Help centre</a><a href=/terms>Terms</a><button>Sign out</button></footer></main>
<script>rows.innerHTML=Array.from({length:30},(_,i)=>\`<tr><td>Order \${i}</td><td>\${["Ada","Bob","Cleo"][i%3]} \${i}</td><td>EUR \${10+i}</td><td>\${i%4?"open":"paid"}</td><td><button>Edit</button><button aria-label="Delete order \${i}">✕</button></td></tr>\`).join("");
days.innerHTML=Array.from({length:31},(_,i)=>\`<button>\${i+1}</button>\`).join("");
posts.innerHTML=["Green tea from Uji","Black tea from Assam","Coffee from Huila"].map((t,i)=>\`<li><h3>\${t}</h3><p>Post number \${i}</p><button>Like</button><a href="/p/\${i}">Read more</a></li>\`).join("")</script>`);

/** What somebody means who says so, in a page with other things that fit less well. */
const judged: [query: string, role: string, name: string, row?: string][] = [
  ["search box", "searchbox", "Search orders"],
  ["the Search button", "button", "Search"],
  ["orders link", "link", "Orders"],
  ["account menu", "button", "Account menu"],
  ["settings", "button", "Settings"],
  ["next month", "button", "Next"],
  ["Prev", "button", "Prev"],
  ["day 14", "button", "14"],
  ["price of order 7", "cell", "EUR 17"],
  ["status of order 8", "cell", "paid"],
  ["order 12", "cell", "Order 12"],
  ["delete order 12", "button", "Delete order 12"],
  ["Cleo 5", "cell", "Cleo 5"],
  ["email field", "textbox", "E-mail"],
  ["country dropdown", "combobox", "Country"],
  ["express delivery", "radio", "Express"],
  ["accept terms", "checkbox", "I accept the terms"],
  ["terms", "link", "Terms"],
  ["comment", "textbox", "Leave a comment"],
  ["save", "button", "Save draft"],
  ["submit the order", "button", "Place order"],
  ["sign out", "button", "Sign out"],
  ["february", "rect", "February: 50"],
  ["heading orders", "heading", "Orders"],
  ["custmer nmae", "textbox", "Customer name"],
  ["edit order 12", "button", "Edit", "Order 12"],
  ["like black tea", "button", "Like", "Black tea from Assam"],
  ["read more coffee", "link", "Read more", "Coffee from Huila"],
];

test("the first candidate is the one that is meant", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/judged", shop), mode: "none" });
  const wrong: string[] = [];
  for (const [query, role, name, row] of judged) {
    const [first] = (await session.call("find", { query })).candidates;
    if (first?.role !== role || first.name !== name || (row !== undefined && first.context?.rowKey !== row)) wrong.push(`${query}: ${first?.role} ${first?.name} ${first?.context?.rowKey ?? ""}`);
  }
  expect(wrong).toEqual([]);
});
