/** What can be pressed although neither its role nor its looks say so: somebody listens there. */
import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

const body = page(`<div id=app><h1>Order</h1><p>Words that nobody presses</p>
<div id=cells><span class=cell>A1</span><span class=cell>A2</span></div>
<div><span id=minus>−</span><span id=count>1</span><span id=plus>+</span></div>
<div id=react><div id=card><b>Card</b> of a framework</div><p>Beside the card</p></div>
<div id=board><div><i class=f>x</i><i class=f>y</i></div><div><i class=f>z</i><i class=f>w</i></div></div>
<table><tr><td>one</td><td id=lit>two</td></tr></table>
<svg width=200 height=60><circle class=point cx=20 cy=20 r=8 /><circle id=point cx=60 cy=20 r=8 /><circle class=point cx=100 cy=20 r=8 /></svg>
<div id=big style="height:1200px"><p>A long wrapper that listens</p></div><span id=former>Former</span><output id=said></output></div>
<script>
  const say = (what) => { said.textContent = "pressed " + what; };
  document.addEventListener("click", () => {});
  app.addEventListener("click", () => {});
  for (const cell of document.querySelectorAll(".cell")) cell.addEventListener("click", () => say(cell.textContent));
  plus.addEventListener("pointerdown", () => say("plus"));
  minus.addEventListener("mousedown", () => say("minus"));
  react.addEventListener("click", (event) => { if (card.contains(event.target)) say("card"); });
  card.onclick = () => {};
  board.addEventListener("click", (event) => say(event.target.textContent));
  lit.addEventListener("click", () => say("two"));
  point.addEventListener("click", () => say("point"));
  big.addEventListener("click", () => {});
  const gone = () => {}; former.addEventListener("click", gone); former.removeEventListener("click", gone);
</script>`);

test("who listens for presses is seen, found and pressed; who only hears of them is not", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/clickables", body), mode: "none" });
  const { tree } = await session.call("snapshot");
  const refOf = (line: RegExp) => line.exec(tree)?.[1];
  const pressed: [line: RegExp, said: string][] = [
    [/span "A1" \[ref=(\w+)\]/, "A1"],
    [/span "\+" \[ref=(\w+)\]/, "plus"],
    [/span "−" \[ref=(\w+)\]/, "minus"],
    [/div "Card of a framework" \[ref=(\w+)\]/, "card"],
    [/i "z" \[ref=(\w+)\]/, "z"],
    [/cell "two" \[ref=(\w+)\]/, "two"],
    [/circle.* \[ref=(\w+)\]/, "point"],
  ];
  expect(pressed.filter(([line]) => !refOf(line)).map(([line]) => String(line)), tree).toEqual([]);
  for (const [line, said] of pressed) {
    await session.call("click", { ref: refOf(line), mode: "none" });
    expect((await session.call("eval_js", { expr: "said.textContent" })).value).toBe(`pressed ${said}`);
  }
  for (const words of ["Words that nobody presses", "Beside the card", "A long wrapper that listens", "Former"]) expect(tree).toContain(`text "${words}"`);
  expect((await session.call("find", { query: "A2" })).candidates[0]).toMatchObject({ name: "A2", actionable: true });
});

/** As chart libraries draw: one element listens for the whole, and a canvas has no parts at all. */
const charts = page(`<h1>Sales</h1><div id=chart style="width:400px;height:200px;position:relative"><svg width=400 height=200>
<defs><clipPath id=clip><rect x=0 y=0 width=300 height=100 /></clipPath></defs><rect width=400 height=200 fill=white />
<path d="M40 40L380 40" fill=none stroke=grey /><text x=4 y=44>40</text><text x=4 y=164>0</text><text x=180 y=14>Fruit sold</text>
<path d="M60 160l40 0l0 -20l-40 0Z" fill="#57d" /><path d="M180 160l40 0l0 -80l-40 0Z" fill="#57d" /><path d="M300 160l40 0l0 -120l-40 0Z" fill="#57d" />
<circle cx=200 cy=60 r=4 fill="#fff" stroke="#bd3" /><text x=62 y=180>Apples</text><text x=184 y=180>Pears</text><text x=302 y=180>Plums</text></svg></div>
<div id=board style="width:300px;height:100px"><canvas width=300 height=100></canvas></div><output id=said></output>
<script>
  chart.addEventListener("click", ({ target }) => { said.textContent = target.localName + " " + (target.getAttribute("d") ?? ""); });
  board.addEventListener("mousedown", ({ offsetX, offsetY }) => { said.textContent = "painted at " + Math.round(offsetX) + "," + Math.round(offsetY); });
</script>`);

test("the shapes of a chart are found by the words that stand by them, and a canvas says how it is reached", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/charts", charts), mode: "none" });
  const { tree } = await session.call("snapshot");
  expect(tree.match(/(?:path|circle|rect) .*/g)?.map((line: string) => line.replace(/ \[(?:ref|from)[^\]]*\]/g, "")), tree).toEqual([
    'path [near="Apples"] [colour="#57d"]',
    'path [near="Pears"] [colour="#57d"]',
    'path [near="Plums"] [colour="#57d"]',
    'circle [near="Pears"] [colour="#bd3"]',
  ]);
  const { candidates } = await session.call("find", { query: "Pears" });
  const bar = candidates.find(({ role }: { role: string }) => role === "path");
  expect(bar).toMatchObject({ near: "Pears", actionable: true });
  await session.call("click", { ref: bar.ref, mode: "none" });
  const said = async () => (await session.call("eval_js", { expr: "said.textContent" })).value;
  expect(await said()).toContain("path M180 160");

  const painted = /\[ref=(\w+)\].* \[painted 300x100: look with screenshot, click with position\]/.exec(tree)?.[1];
  expect(painted, tree).toBeDefined();
  expect((await session.call("find", { query: "zebra" })).warnings).toEqual([`nothing on the page matches "zebra"; what ${painted} shows is painted: look with screenshot, click with position`]);
  await session.call("click", { ref: painted, position: { x: 30, y: 40 }, mode: "none" });
  expect(await said()).toBe("painted at 30,40");
});

test("a page cannot tell that its listeners are counted", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/clickables", body), mode: "none" });
  const { value } = await session.call("eval_js", {
    expr: `(() => {
      const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
      const { set } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "onclick");
      const plain = (text, name) => text.replaceAll(name, "*");
      const native = plain(String(dispatchEvent), "dispatchEvent");
      let thrown; try { addEventListener.call({}, "click", () => {}); } catch (error) { thrown = error instanceof TypeError; }
      return [
        plain(String(addEventListener), "addEventListener") === native, plain(String(removeEventListener), "removeEventListener") === native,
        plain(String(set), "onclick") === plain(String(Object.getOwnPropertyDescriptor(HTMLElement.prototype, "oncopy").set), "oncopy"),
        addEventListener.name === "addEventListener", addEventListener.length === 2, !("prototype" in addEventListener), thrown,
      ];
    })()`,
  });
  expect(value).toEqual([true, true, true, true, true, true, true]);
});
