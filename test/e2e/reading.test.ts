import { expect } from "vitest";
import { test } from "./support/session.ts";

test("extract follows the schema and reports what it missed", async ({ session, server }) => {
  const rows = ["Anvil|12.50|/anvil", "Rope|3|/rope"]
    .map((row) => row.split("|"))
    .map(
      ([name, price, href]) =>
        `<tr class=product-row><td class=name>${name}<td class=price>$${price}<td><a href=${href}>see</a></tr>`,
    )
    .join("");
  await session.call("navigate", {
    url: server.html(
      "/extract",
      `<h1 data-testid=title>Shop</h1><span data-testid=product-price>€ 1.234,50</span><input type=checkbox data-testid=in-stock checked><dl><dt>Weight<dd>3 kg</dl><table>${rows}</table>`,
    ),
  });
  const simple = await session.call("extract", {
    schema: {
      type: "object",
      properties: {
        title: { type: "string" },
        price: { type: "number" },
        inStock: { type: "boolean" },
        weight: { type: "string" },
        color: { type: "string", default: "grey" },
      },
    },
  });
  expect(simple).toMatchObject({
    ok: true,
    data: { title: "Shop", price: 1234.5, inStock: true, weight: "3 kg", color: "grey" },
  });
  expect(simple.evidence.partialMisses).toMatchObject([{ path: "color", required: false }]);
  expect(simple.evidence.refsUsed.length).toBe(4);
  const list = await session.call("extract", {
    schema: {
      type: "object",
      properties: {
        rows: {
          type: "array",
          "x-drover-source": { collection: "tr.product-row" },
          items: {
            type: "object",
            properties: {
              name: { type: "string", "x-drover-source": { selector: ".name" } },
              price: { type: "number", "x-drover-source": { selector: ".price" } },
              href: { type: "string", "x-drover-source": { selector: "a", attr: "href" } },
            },
          },
        },
      },
    },
  });
  expect(list.data).toEqual({
    rows: [
      { name: "Anvil", price: 12.5, href: "/anvil" },
      { name: "Rope", price: 3, href: "/rope" },
    ],
  });
  expect(list.evidence.selectorsUsed).toContain("tr.product-row");
  expect(
    await session.call("extract", {
      schema: { type: "object", properties: { rows: { type: "array", items: { type: "string" } } } },
    }),
  ).toMatchObject({
    ok: true,
    data: { rows: null },
    evidence: { partialMisses: [{ path: "rows", reason: expect.stringContaining("collection") }] },
  });
  expect(
    await session.call("extract", { schema: { type: "object", properties: { sku: { type: "string", required: true } } } }),
  ).toMatchObject({ ok: false, failure: { source: "app", kind: "required", partialMisses: [{ path: "sku", required: true }] } });
  expect(await session.call("extract", { schema: { type: "string" }, scope: "#nope" })).toMatchObject({
    ok: false,
    failure: { source: "app", kind: "scope", actual: 0 },
  });
  expect(await session.call("extract", { schema: { type: "string" }, scope: "h1" })).toMatchObject({ ok: true, data: "Shop" });
});

test("inspect gives box, styles, overflow and visibility", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/inspect",
      `<div id=a style="position:absolute;left:20px;top:30px;width:100px;height:40px;overflow:hidden;background:rgb(1,2,3);cursor:not-allowed"><p style="width:300px">wide</p><b></b></div>`,
    ),
  });
  expect(await session.call("inspect", { selector: "#a", styles: ["backgroundColor"] })).toMatchObject({
    found: true,
    box: { x: 20, y: 30, width: 100, height: 40 },
    styles: { cursor: "not-allowed", overflowX: "hidden", backgroundColor: "rgb(1, 2, 3)", position: "absolute" },
    overflowing: { x: true },
    visible: true,
    childCount: 2,
  });
  expect(await session.call("inspect", { selector: "#missing" })).toMatchObject({ found: false });
  expect(await session.call("inspect", { selector: "#a[" })).toMatchObject({ ok: false, error: "invalid-selector" });
});

test("overflow_detect tells the four kinds apart", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/overflow",
      `<div data-testid=cut style="width:100px;height:20px;overflow:hidden"><p style="width:400px">x</p></div><div id=scroll style="width:100px;height:40px;overflow:auto"><p style="height:200px">x</p></div>
      <div id=dots style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">A very long label indeed</div><div id=wide style="width:3000px">w</div>`,
    ),
  });
  const all = await session.call("overflow_detect");
  const types = all.findings.map((each: { type: string }) => each.type).sort();
  expect(types).toEqual(["clipped", "layout", "text-ellipsis", "viewport-horizontal"]);
  const by = Object.fromEntries(all.findings.map((each: { type: string }) => [each.type, each]));
  expect(by["clipped"]).toMatchObject({ selector: '[data-testid="cut"]', evidence: { clientWidth: 100, overflowX: "hidden" } });
  expect(by["text-ellipsis"].evidence.fullText).toBe("A very long label indeed");
  expect(by["viewport-horizontal"]).toMatchObject({ selector: "html", evidence: { widestDescendantWidth: 3000 } });
  const some = await session.call("overflow_detect", { types: ["clipped", "nonsense"], limit: 1 });
  expect(some).toMatchObject({ ok: true, scope: "document", truncated: false });
  expect(some.findings).toHaveLength(1);
});

test("point_probe names the stack, through frames, and refuses points outside", async ({ session, server }) => {
  server.html("/probe/inner", `<body style="margin:0"><button style="width:100px;height:50px" data-testid=deep>Deep</button>`);
  await session.call("navigate", {
    url: server.html(
      "/probe",
      `<body style="margin:0"><div style="height:100px;overflow:auto" class=scroller><div style="height:500px"><button id=b style="position:absolute;left:10px;top:10px;width:80px;height:30px">Hit</button></div></div><iframe src="${server.otherOrigin}/probe/inner" style="position:absolute;left:0;top:200px;border:0"></iframe>`,
    ),
  });
  const top = await session.call("point_probe", { coords: { x: 20, y: 20 }, crop: true });
  expect(top).toMatchObject({
    ok: true,
    point: { x: 20, y: 20 },
    scrollContainer: { classes: ["scroller"] },
    clickableAncestor: { tag: "button", id: "b", name: "Hit" },
  });
  expect(top.stack[0]).toMatchObject({ tag: "button", role: "button", name: "Hit", bbox: { width: 80, height: 30 } });
  expect(Buffer.from(top.cropBase64, "base64").subarray(1, 4).toString()).toBe("PNG");
  const inFrame = await session.call("point_probe", { coords: { x: 30, y: 220 } });
  expect(inFrame.stack[0]).toMatchObject({ tag: "button", testId: "deep" });
  expect(await session.call("inspect", { ref: top.ref })).toMatchObject({ ok: true });
  expect(await session.call("click", { ref: inFrame.ref })).toMatchObject({ ok: true, element: { hit: { before: { text: "Deep" } } } });
  expect(await session.call("point_probe", { coords: { x: 99_999, y: 5 } })).toMatchObject({
    ok: false,
    point: { x: 99_999, y: 5 },
    url: expect.stringContaining("/probe"),
  });
});

test("sample follows a metric and summarises it", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/sample",
      `<div id=g style="height:10px">g</div><div style="height:3000px"></div><script>let h = 10; setInterval(() => { g.style.height = ++h + "px" }, 40)</script>`,
    ),
  });
  const grown = await session.call("sample", {
    selector: "#g",
    metric: "bboxHeight",
    durationMs: 600,
    everyFrame: true,
    summary: false,
  });
  expect(grown).toMatchObject({ metric: "bboxHeight", scope: "element", durationMs: 600, mode: "frame" });
  expect(grown.series.length).toBe(grown.count);
  expect(grown.summary.last).toBeGreaterThan(grown.summary.first);
  expect(grown.summary.firstChangeTMs).toBeGreaterThan(0);
  const document = await session.call("sample", { metric: "scrollTop", durationMs: 60, intervalMs: 20, summary: true });
  expect(document).toMatchObject({ scope: "document", mode: "interval", summary: { min: 0, max: 0, firstChangeTMs: null } });
  expect(document.series).toBeUndefined();
  expect(await session.call("sample", { metric: "bboxX", durationMs: 50 })).toMatchObject({ ok: false, error: "bad-input" });
});

test("watch catches what appears and disappears, while other calls go on", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/watch", `<div id=host></div>`) });
  const sampleMs = 30;
  const watching = session.call("watch", { durationMs: 4000, sampleMs });
  // When the daemon has answered calls for several samples' time, it has taken samples too, however slow it is.
  const show = async (html: string) => {
    await session.call("eval_js", { expr: `host.innerHTML = '${html}'; 0` });
    const shownAt = Date.now();
    do await session.call("eval_js", { expr: "0" });
    while (Date.now() - shownAt < 3 * sampleMs);
  };
  await show("<div role=alert>Flash</div>");
  await session.call("eval_js", { expr: `console.error("boom"); 0` });
  await show("");
  await show("<div role=status>Stays</div>");
  const seen = await watching;
  expect(seen.regions).toMatchObject([
    { role: "alert", name: "Flash" },
    { role: "status", name: "Stays", disappearedAtMs: null },
  ]);
  expect(seen.regions[0].disappearedAtMs).toBeGreaterThan(seen.regions[0].appearedAtMs);
  expect(seen).toMatchObject({ durationMs: 4000, console: { errors: ["boom"] }, wsFrames: [] });
});

test("shadow_trees lists open and closed roots", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/trees",
      `<div id=left><x-a></x-a></div><x-b></x-b><script>
      document.querySelector("x-a").attachShadow({mode:"open"}).innerHTML = "<div>Hello <i></i></div><x-in></x-in>";
      document.querySelector("x-a").shadowRoot.querySelector("x-in").attachShadow({mode:"open"}).innerHTML = "<b>deep</b>";
      document.querySelector("x-b").attachShadow({mode:"closed"}).innerHTML = "<button>Closed</button>";</script><section aria-label=Left><x-c></x-c></section><script>document.querySelector("x-c").attachShadow({mode:"open"}).innerHTML="<p>c</p>"</script>`,
    ),
  });
  const all = await session.call("shadow_trees");
  const open = all.trees
    .filter((tree: { mode: string }) => tree.mode === "open")
    .map((tree: { hostTag: string }) => tree.hostTag);
  expect(open).toEqual(["x-a", "x-in", "x-c"]);
  expect(all.trees[0]).toMatchObject({
    children: [{ tag: "div", text: "Hello", childCount: 1 }, { tag: "x-in" }],
    descendantCount: 3,
  });
  expect(all.closedShadowAvailable).toBe(session.engine === "chromium");
  const region = (await session.call("find", { query: "left region" })).candidates[0].ref;
  expect((await session.call("shadow_trees", { ref: region })).trees.map((tree: { hostTag: string }) => tree.hostTag)).toEqual([
    "x-c",
  ]);
  expect(await session.call("shadow_trees", { maxHosts: 1 })).toMatchObject({ cappedAt: 1 });
});

test("generate_locator gives a Playwright expression, or says that the ref is unknown", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/locator", `<button>Save</button>`) });
  const { ref } = (await session.call("find", { query: "save" })).candidates[0];
  expect(await session.call("generate_locator", { ref })).toMatchObject({
    ok: true,
    playwright: "page.getByRole('button', { name: 'Save' })",
    stability: "high",
  });
  expect(await session.call("generate_locator", { ref: "e999" })).toMatchObject({
    ok: false,
    failure: { kind: "ref-not-found", ref: "e999", hint: expect.stringContaining("snapshot") },
  });
});

test("people read an aligned tree", async ({ client, session, server }) => {
  await session.call("navigate", { url: server.html("/people", `<title>People</title><main><button>Save</button></main>`) });
  const seen = await client.call("snapshot", { session: session.id }, { form: "people", people: { columns: 80, color: false } });
  expect(seen.text).toMatch(/^e\d+ +main$/m);
  expect(seen.text).toMatch(/^e\d+ +button "Save"$/m);
  const found = await client.call(
    "find",
    { session: session.id, query: "save" },
    { form: "people", people: { columns: 80, color: true } },
  );
  expect(found.text).toContain("\u001b[36mbutton\u001b[0m");
  const box = await client.call(
    "inspect",
    { session: session.id, selector: "button" },
    { form: "people", people: { columns: 80, color: false } },
  );
  expect(box.text).toMatch(/^visible +true$/m);
});
