import { expect } from "vitest";
import { page } from "./support/page.ts";
import { engine, test } from "./support/session.ts";
import { until } from "./support/until.ts";

/** What a page does with its elements between two readings, after which "Hidden away" can be pressed. */
const changes: Record<string, string> = {
  "gives an element that is there a shadow root": "host.attachShadow({ mode: 'open' }).innerHTML = inside",
  "brings an element with a shadow root": "const came = document.createElement('div'); came.attachShadow({ mode: 'open' }).innerHTML = inside; document.body.append(came)",
  "brings one that had it for long": "document.body.append(early)",
  "brings one from its markup": "host.setHTMLUnsafe('<div><template shadowrootmode=open>' + inside + '</template></div>')",
  "adds to a shadow root": "old.shadowRoot.innerHTML += inside",
  "gives an element in a shadow root one of its own": "old.shadowRoot.querySelector('p').attachShadow({ mode: 'open' }).innerHTML = inside",
  "moves an element out of a shadow root": "old.shadowRoot.innerHTML = inside; host.append(old.shadowRoot.querySelector('button'))",
  "changes a great deal": "for (let each = 0; each < 5000; each++) { host.append(document.createElement('i')); host.lastChild.remove(); } host.attachShadow({ mode: 'open' }).innerHTML = inside",
  "is written anew": "document.open(); document.write('<title>New</title><button>First</button><p id=host></p>'); document.close(); document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = inside",
};

const body = `<button onclick="this.textContent = Number(this.textContent) + 1">0</button><div id=host></div><div id=old></div><script>
const inside = '<button onclick="this.textContent = String.fromCharCode(71) + 1">Hidden away</button>';
old.attachShadow({ mode: 'open' }).innerHTML = '<p>Old</p>';
const early = document.createElement('section');
early.attachShadow({ mode: 'open' }).innerHTML = inside;
</script>`;

for (const [what, script] of Object.entries(changes))
  test(`what a page shows is found and told after it ${what}`, async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/tree", page(body)), mode: "none" });
    // Twice, so that there is something to remember.
    for (let click = 0; click < 2; click++) await session.call("click", { selector: "button" });
    expect(await session.call("click", { selector: "text=Hidden away", timeoutMs: 500 })).toMatchObject({ ok: false });
    await session.call("eval_js", { expr: `(() => { ${script}; })()` });
    expect((await session.call("find", { query: "Hidden away" })).candidates).toHaveLength(1);
    expect((await session.call("click", { selector: "text=Hidden away" })).snapshotDelta.tree).toContain("G1");
  });

const appearing: Record<string, string> = {
  "is given a role": "late.setAttribute('role', 'dialog')",
  "comes with one": "late.outerHTML = '<div role=dialog id=late>Now</div>'",
  "is made a popover": "late.popover = 'auto'; late.showPopover()",
};

for (const [what, script] of Object.entries(appearing))
  test(`a surface that ${what} is told as one that came`, async ({ session, server }) => {
    const late = `<button onclick="">Rest</button><button id=go onclick="${script}">Go</button><div id=late>Now</div>`;
    await session.call("navigate", { url: server.html("/late", page(late)), mode: "none" });
    for (let click = 0; click < 2; click++) await session.call("click", { selector: "text=Rest" });
    expect((await session.call("click", { selector: "#go" })).structure.appeared).toMatchObject([{ name: "Now" }]);
  });

test.skipIf(engine === "firefox")("what has left the page is not held", async ({ session, server }) => {
  const leaving = `<button onclick="">Rest</button><div id=gone role=dialog>Soon gone</div><script>
{ const host = document.createElement('div'); host.attachShadow({ mode: 'open' }).innerHTML = '<p role=status>Inside</p>'; document.body.append(host); }
</script>`;
  await session.call("navigate", { url: server.html("/leaving", page(leaving)), mode: "none" });
  for (let click = 0; click < 2; click++) await session.call("click", { selector: "button" });
  await session.call("eval_js", { expr: "window.left = [new WeakRef(gone), new WeakRef(document.querySelector('div:not([id])'))]; gone.remove(); left[1].deref().remove(); 0" });
  const held = async () => {
    await session.call("heap_snapshot");
    return session.call("eval_js", { expr: "left.filter((each) => each.deref()).length" });
  };
  expect(await until(held, ({ value }) => value === 0)).toMatchObject({ value: 0 });
});
