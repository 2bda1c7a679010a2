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
