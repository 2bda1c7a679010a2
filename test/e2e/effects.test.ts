import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { page } from "./support/page.ts";
import { type Data, test } from "./support/session.ts";
import { test as socketTest } from "./support/socketPeer.ts";
import { until } from "./support/until.ts";

const CLICKS = 5;

/** What a click starts, and `shows` when it is over. */
const started: Record<string, string> = {
  "a timer that is due at once": "setTimeout(shows)",
  "a timer of 50 ms": "setTimeout(shows, 50)",
  "a timer of 120 ms": "setTimeout(shows, 120)",
  "a timer of 250 ms": "setTimeout(shows, 250)",
  "a timer that sets another": "setTimeout(() => setTimeout(shows, 80), 80)",
  "a timer that is set again": "for (const ms of [90, 60, 120]) { clearTimeout(window.last); window.last = setTimeout(shows, ms); }",
  "an interval": "const every = setInterval(() => { clearInterval(every); shows(); }, 70)",
  "frames in a row": "requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(shows)))",
  "messages that the page sends itself": "const own = new MessageChannel(); let slices = 20; own.port1.onmessage = () => { for (const end = performance.now() + 5; performance.now() < end; ); if (--slices) own.port2.postMessage(0); else shows(); }; own.port2.postMessage(0)",
  "a frame and a timer": "requestAnimationFrame(() => setTimeout(shows, 60))",
  "an idle moment": "requestIdleCallback(() => setTimeout(shows, 60))",
  "a database that opens": "indexedDB.open('new' + count).onsuccess = shows",
  "a write to a database": "const work = db.transaction('notes', 'readwrite'); work.objectStore('notes').put('x'.repeat(50000), count); work.oncomplete = shows",
  "a write to a cache": "caches.open('notes').then((cache) => cache.put('/note', new Response('x'.repeat(50000)))).then(shows)",
  "a worker's answer": "worker.postMessage(count)",
  "a shared worker's answer": "shared.port.postMessage(count)",
  "an answer on a channel of its own": "const { port1, port2 } = new MessageChannel(); port1.onmessage = shows; worker.postMessage({ port2 }, [port2]); port1.postMessage('')",
  "a task that is put off": "(window.scheduler ? scheduler.postTask(() => {}, { delay: 60 }) : Promise.resolve()).then(shows)",
  "a file that is read": "const reader = new FileReader(); reader.onload = shows; reader.readAsDataURL(new Blob(['x'.repeat(30_000_000)]))",
  "a step back": "history.pushState(count, ''); addEventListener('popstate', shows, { once: true }); history.back()",
  "a request and a timer": "fetch('/fact').then((fact) => fact.json()).then(() => setTimeout(shows, 60))",
  "a change of size that somebody observes": "window.sizes ??= new ResizeObserver(() => { if (count) shows(); }); sizes.observe(box); box.style.width = 50 + count + 'px'",
  "a change of place that somebody observes": "window.places ??= new IntersectionObserver((seen) => { if (count && seen.some(({ isIntersecting }) => isIntersecting === (count % 2 === 1))) shows(); }); places.observe(box); box.style.position = 'absolute'; box.style.left = '300px'; box.style.top = count % 2 ? '9px' : '9999px'",
  "a scroll that somebody hears of": "document.body.style.minHeight = '9999px'; addEventListener('scroll', shows, { once: true }); scrollTo(0, count % 2 ? 5 : 0)",
  "a message to its own window": "addEventListener('message', () => { addEventListener('message', shows, { once: true }); postMessage('', '*'); }, { once: true }); postMessage('', '*')",
  "parts that open": "const part = document.body.appendChild(document.createElement('details')); part.addEventListener('toggle', shows); part.open = true",
  "a picture made of bytes": "createImageBitmap(new ImageData(2000, 2000)).then(shows)",
  "a transition of its view": "(document.startViewTransition ? document.startViewTransition(() => {}).updateCallbackDone : Promise.resolve()).then(shows)",
  "the end of a transition": "box.addEventListener('transitionend', shows, { once: true }); box.style.opacity = count % 2 ? 0 : 1",
};

const worker = `
const answer = (to, data) => setTimeout(() => to.postMessage(data), 40);
onmessage = ({ data }) => { if (data.port2) data.port2.onmessage = () => answer(data.port2, ''); else answer(self, data); };
onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => answer(port, data); };`;

/** With a sign at once, as pages give it that are about to do something. */
const workingPage = (work: string, sign = "") =>
  page(
    `<button>Start</button><p id=out>Nothing yet</p><div id=box style="width:50px;height:50px;background:teal;transition:opacity .2s"></div>
<script>
let count = 0, db;
const shows = () => { out.textContent = 'Shown ' + count; };
const opening = indexedDB.open('notes');
opening.onupgradeneeded = () => opening.result.createObjectStore('notes');
opening.onsuccess = () => { db = opening.result; };
const worker = new Worker('/worker.js'); worker.onmessage = shows;
const shared = new SharedWorker('/worker.js'); shared.port.onmessage = shows;
document.querySelector('button').onclick = () => { count++; ${sign} ${work} };
</script>`,
  );

for (const [what, work] of Object.entries(started))
  test(`a click tells in its own answer what came of ${what}`, async ({ fileSession: session, server }) => {
    server.route("/fact", (_, response) => response.end("{}"));
    server.route("/worker.js", (_, response) => response.setHeader("content-type", "text/javascript").end(worker));
    for (const sign of ["", "out.textContent = 'Working';"]) {
      await session.call("navigate", { url: server.html("/works", workingPage(work, sign)), mode: "none" });
      await session.call("eval_js", { expr: "new Promise((ready) => { opening.readyState === 'done' ? ready() : opening.addEventListener('success', ready); })" });
      for (let click = 1; click <= CLICKS; click++) expect((await session.call("click", { selector: "button" })).snapshotDelta.tree, sign).toContain(`Shown ${click}`);
    }
  });

test("what a click begins is waited for in a new tab that went nowhere, as in any document", async ({ session }) => {
  const written = "<button>Start</button><p id=out>Nothing yet</p>";
  await session.call("eval_js", { expr: `document.body.innerHTML = '${written}'; document.querySelector('button').onclick = () => { out.textContent = 'Working'; setTimeout(() => { out.textContent = 'Shown'; }, 120); }` });
  expect((await session.call("click", { selector: "button" })).snapshotDelta.tree).toContain("Shown");
});

test("a document is looked at in its own world, whatever was there before it and however soon it leaves", async ({ session, server }) => {
  const to = (name: string, more = "") => server.html(`/${name}`, page(`<h1>${name}</h1><button onclick="this.textContent='Pressed in ${name}'">Press</button>${more}`));
  const elsewhere = to("elsewhere").replace(server.origin, server.otherOrigin);
  // Of the same origin and of another one, and one that leaves while our code is loaded into it.
  const leaving = to("leaving", `<script>addEventListener("DOMContentLoaded", () => { location.href = "/arrived"; })</script>`);
  const arrived = to("arrived");
  for (const [url, name] of [[to("first"), "first"], [to("second"), "second"], [elsewhere, "elsewhere"], [to("back"), "back"], [leaving, "arrived"], [arrived, "arrived"]] as const) {
    expect(await session.call("navigate", { url }), name).toMatchObject({ ok: true });
    expect((await session.call("click", { selector: "button" })).snapshotDelta.tree).toContain(`Pressed in ${name}`);
  }
});

/** What comes by other processes or documents, most of it after the page has given a sign: `told` is what the answer must have of it. */
const elsewhere: Record<string, { body: (origin: string) => string; told: RegExp }> = {
  "a tab that knows nothing of its opener": { body: () => `<a id=go target=_blank rel=noopener href=/tab onclick="sign()">Go</a>`, told: /"newTabs":\[\{/ },
  "a download that a script made": {
    body: () => `<button id=go>Go</button><script>go.onclick = () => { sign(); const made = document.createElement("a"); made.href = URL.createObjectURL(new Blob(["x"])); made.download = "made.txt"; made.click(); }</script>`,
    told: /made\.txt/,
  },
  "the answer of a frame of another origin": {
    body: (origin) => `<iframe id=far src="${origin}/answers"></iframe><button id=go onclick="sign(); onmessage = shows; far.contentWindow.postMessage('', '*')">Go</button>`,
    told: /Shown/,
  },
  "a press that a frame of another origin took": { body: (origin) => `<iframe id=go src="${origin}/takes"></iframe><script>onmessage = shows</script>`, told: /Shown/ },
  "a press that a frame of its own took": { body: () => `<iframe id=go src="/takes"></iframe><script>onmessage = shows</script>`, told: /Shown/ },
  "a scroll of a part": { body: () => `<div id=long style="height:50px;overflow:auto"><p style="height:900px">Long</p></div><button id=go onclick="sign(); long.onscroll = shows; long.scrollTop = 90">Go</button>`, told: /Shown/ },
};

for (const [what, { body, told }] of Object.entries(elsewhere))
  test(`a click tells in its own answer of ${what}, whatever sign came first`, async ({ fileSession: session, server }) => {
    server.html("/answers", "<script>onmessage = ({ source }) => source.postMessage('', '*')</script>");
    server.html("/tab", "<title>Tab</title>");
    server.html("/takes", "<body style='height:100vh' onclick=\"parent.postMessage('', '*')\">Take me");
    const scripts = "<script>const shows = () => { out.textContent = 'Shown'; }, sign = () => { out.textContent = 'Working'; }</script>";
    await session.call("navigate", { url: server.html("/elsewhere", page(`<p id=out>Nothing yet</p>${scripts}${body(server.otherOrigin)}`)), mode: "none" });
    expect(JSON.stringify(await session.call("click", { selector: "#go" }))).toMatch(told);
  });

socketTest("a click tells in its own answer what came over a socket, and does not wait for one that says nothing", async ({ session, server, peer }) => {
  const body = `<button id=ask>Ask</button><button id=log>Log</button><p id=out>Nothing yet</p><script>
const talk = new WebSocket('${peer.url("/talk")}'), log = new WebSocket('${peer.url("/log")}');
let count = 0;
talk.onmessage = () => { out.textContent = 'Answer ' + count; };
ask.onclick = () => { out.textContent = 'Asked ' + ++count; talk.send('question'); };
document.getElementById('log').onclick = () => { out.textContent = 'Logged'; log.send('clicked'); };
</script>`;
  await session.call("navigate", { url: server.html("/talk", page(body)), mode: "none" });
  for (const socket of await until(async () => peer.sockets, ({ length }) => length === 2))
    socket.on("message", (said: Buffer) => { if (said.toString() === "question") setTimeout(() => socket.send("answer"), 60); });
  await session.call("eval_js", { expr: "new Promise((ready) => { const look = () => (talk.readyState * log.readyState === 1 ? ready() : setTimeout(look, 20)); look(); })" });
  for (let click = 1; click <= CLICKS; click++) expect((await session.call("click", { selector: "#ask" })).snapshotDelta.tree).toContain(`Answer ${click}`);
  const waits: number[] = [];
  for (let click = 1; click <= CLICKS; click++) {
    const from = performance.now();
    await session.call("click", { selector: "#log" });
    waits.push(performance.now() - from);
  }
  // It was waited for once, for half a second, and then no longer.
  expect(Math.min(...waits)).toBeLessThan(500);
});

/** How a form is sent: by a task of its own, which waits behind what a busy page has to do while its frames go on. */
const sends: Record<string, string> = {
  "its button": "<form action=/sent><button>Go</button></form>",
  "a post": "<form action=/sent method=post><button>Go</button></form>",
  "a script": "<form action=/sent id=f></form><button onclick='f.submit()'>Go</button>",
  "a script's promise": "<form action=/sent id=f></form><button onclick='Promise.resolve().then(() => f.submit())'>Go</button>",
  "a script that asks for it": "<form action=/sent id=f></form><button onclick='f.requestSubmit()'>Go</button>",
};
const busyWithItself = "<script>for (let each = 0; each < 6; each++) setInterval(() => { for (const end = performance.now() + 12; performance.now() < end; ); }, 1)</script>";

test("a click that sends a form tells in its own answer where that led", async ({ fileSession: session, server }) => {
  server.route("/sent", (_, response) => response.setHeader("content-type", "text/html").end("<title>Sent</title><p>Thank you</p>"));
  for (const [what, body] of Object.entries(sends))
    for (let click = 1; click <= 3; click++) {
      await session.call("navigate", { url: server.html("/sends", page(busyWithItself + body)), mode: "none" });
      expect(JSON.stringify(await session.call("click", { selector: "button" })), `${what}, ${click}`).toContain("Thank you");
    }
});

/** Work that goes on whether somebody clicks or not. */
const restless: Record<string, string> = {
  "sets a timer again and again": "(function again() { setTimeout(again, 100); })()",
  "ticks": "setInterval(() => { out.textContent = Date.now(); }, 100)",
  "talks to a worker that says nothing": "const mute = new Worker('/mute.js'); setInterval(() => mute.postMessage(''), 50)",
  "writes to a cache all the time": "(async function again() { const cache = await caches.open('log'); await cache.put('/log', new Response('x')); setTimeout(again, 40); })()",
};

for (const [what, work] of Object.entries(restless))
  test(`a click that starts nothing does not wait for a page that ${what}`, async ({ fileSession: session, server }) => {
    server.route("/mute.js", (_, response) => response.setHeader("content-type", "text/javascript").end(""));
    await session.call("navigate", { url: server.html("/restless", page(`<button>Start</button><p id=out>0</p><script>${work}</script>`)), mode: "none" });
    const waits: number[] = [];
    for (let click = 0; click < 5; click++) {
      const from = performance.now();
      expect(await session.call("click", { selector: "button" })).toMatchObject({ ok: true });
      waits.push(performance.now() - from);
    }
    // The wait for work ends after a second; no single click of a busy machine decides.
    expect(Math.min(...waits)).toBeLessThan(900);
  });

test("pages see their own timers, promises and failures as they are", async ({ fileSession: session, server }) => {
  const body = `<button onclick="start()">Start</button><script>
window.seen = [];
addEventListener('unhandledrejection', ({ reason }) => seen.push('unhandled ' + reason.message));
async function start() {
  seen.push(setTimeout.name, setTimeout.length, typeof setTimeout(() => {}, 10), String(setTimeout).includes('native code'), Object.keys(window).includes('setTimeout'));
  setTimeout(function (...rest) { seen.push(this === window, rest.join()); }, 10, 'a', 'b');
  setTimeout("seen.push('text')", 10);
  clearTimeout(setTimeout(() => seen.push('never'), 20));
  caches.open('x').then((cache) => cache.add('http://nowhere.invalid/')).catch(() => seen.push('handled'));
  new MessageChannel().port1 instanceof MessagePort && seen.push(new MessageChannel().constructor === MessageChannel);
  crypto.subtle.digest('NO-SUCH', new Uint8Array());
}
</script>`;
  await session.call("navigate", { url: server.html("/sees", page(body)), mode: "none" });
  await session.call("click", { selector: "button" });
  await session.call("wait_for", { text: "never there", timeoutMs: 300 });
  const { value } = await session.call("eval_js", { expr: "JSON.stringify(seen)" });
  const seen = JSON.parse(value) as unknown[];
  expect(seen.slice(0, 5)).toEqual(["setTimeout", 1, "number", true, true]);
  expect(seen).toContain(true);
  expect(seen).toContain("a,b");
  expect(seen).toContain("text");
  expect(seen).not.toContain("never");
  if (session.engine === "chromium") expect(seen).toContain("handled");
  expect(seen.filter((each) => String(each).startsWith("unhandled"))).toHaveLength(1);
});

const panels = `<style>.panel{display:none}.show-b #b,.show-a #a{display:block}</style>
<div id=tabs class=show-a><button id=to-b ATTRIBUTES onclick="tabs.className='show-b'">Second</button>
<div class=panel id=a><p>First words</p></div><div class=panel id=b><p>Second words</p></div></div>`;

test("a panel that an ancestor's class brings to light is told, whatever says that it is controlled and however it was pressed", async ({ fileSession: session, server }) => {
  const ways: [attributes: string, at: boolean][] = [["", false], ["aria-controls=b", false], ["aria-controls=b aria-expanded=true", false], ["", true]];
  for (const [attributes, byPoint] of ways) {
    await session.call("navigate", { url: server.html("/panels", page(panels.replace("ATTRIBUTES", attributes))), mode: "none" });
    const result = await session.call("click", byPoint ? { coords: { x: 40, y: 30 } } : { selector: "#to-b" });
    expect(result.snapshotDelta.tree, `${attributes} ${byPoint}`).toContain("Second words");
    expect(result.snapshotDelta.tree).not.toContain("First words");
  }
});

const reveals: Record<string, string> = {
  "a class of the body": `<style>.menu{display:none}.open .menu{display:block}</style><button onclick="document.body.classList.add('open')">Go</button><div class=menu><p>Came to light</p></div>`,
  "no longer being transparent": `<style>.menu{opacity:0}.on{opacity:1}</style><button onclick="m.classList.add('on')">Go</button><div class=menu id=m><p>Came to light</p></div>`,
  "being unfolded": `<style>.menu{max-height:0;overflow:hidden}.open .menu{max-height:200px}</style><section id=s><button onclick="s.className='open'">Go</button><div class=menu><p>Came to light</p></div></section>`,
  "a drawer that slides in": `<style>.menu{position:fixed;left:-400px;width:300px}.on{left:0}</style><button onclick="m.classList.add('on');m.removeAttribute('aria-hidden')">Go</button><div class=menu id=m aria-hidden=true><p>Came to light</p></div>`,
};

test("what comes to light is told, by whatever means", async ({ fileSession: session, server }) => {
  for (const [what, body] of Object.entries(reveals)) {
    await session.call("navigate", { url: server.html("/reveals", page(body)), mode: "none" });
    const { snapshotDelta } = await session.call("click", { selector: "button" });
    expect(snapshotDelta.tree, what).toContain("Came to light");
  }
});

test("many changed places are listed, the new one first, and the page between them is left out", async ({ fileSession: session, server }) => {
  const places = Array.from({ length: 12 }, (_, n) => `<section><h2>Part ${n}</h2><p>Lasting words ${n}</p><p class=count>0</p></section>`).join("");
  const change = `for (const each of document.querySelectorAll('.count')) each.textContent = 'changed for good and all';
    const made = document.createElement('p'); made.textContent = 'Brand new'; document.querySelectorAll('section')[9].append(made)`;
  await session.call("navigate", { url: server.html("/places", page(`<main><button onclick="${change}">Go</button>${places}</main>`)), mode: "none" });
  const { snapshotDelta } = await session.call("click", { selector: "button" });
  expect(snapshotDelta.tree).toContain("Brand new");
  expect(snapshotDelta.tree.match(/changed/g)).toHaveLength(12);
  expect(snapshotDelta.tree).not.toContain("Lasting words 1\n");
  const cut = await session.call("click", { selector: "button", maxResultTokens: 50 });
  expect(cut.snapshotDelta).toMatchObject({ truncated: true });
  expect(cut.snapshotDelta.tree.indexOf("Brand new")).toBeGreaterThanOrEqual(0);
});

test("what is new in a large place that was acted on is told rather than the place", async ({ fileSession: session, server }) => {
  const nodes = Array.from({ length: 200 }, (_, n) => `<div role=button>Node ${n}</div>`).join("");
  const body = `<div id=space style="padding:40px" onclick="const made=document.createElement('div');made.setAttribute('role','button');made.textContent='Dropped node';space.append(made)">${nodes}</div>`;
  await session.call("navigate", { url: server.html("/space", page(body)), mode: "none" });
  const { snapshotDelta } = await session.call("click", { selector: "#space" });
  expect(snapshotDelta.tree).toContain("Dropped node");
  expect(snapshotDelta.tree).not.toContain("Node 7");
});

test("a list that is made anew is told as a list, folded", async ({ fileSession: session, server }) => {
  const body = `<button onclick="list.replaceChildren(...Array.from({length:60},(_, n)=>{const item=document.createElement('li');item.textContent='Item '+n;return item}))">Go</button><ul id=list></ul>`;
  await session.call("navigate", { url: server.html("/list", page(body)), mode: "none" });
  const { snapshotDelta } = await session.call("click", { selector: "button" });
  expect(snapshotDelta.scope).not.toContain(",");
  expect(snapshotDelta.tree).toMatch(/Item 0[\s\S]*more/);
});

test("opening and closing a modal tells the modal and not the background", async ({ fileSession: session, server }) => {
  for (const hiding of ["aria-hidden", "inert"]) {
    const body = `<div id=root><h1>Background</h1><button id=open onclick="root.setAttribute('${hiding}','true');modal.hidden=false">Open</button></div>
<div id=modal role=dialog aria-label=Question hidden style="position:fixed;inset:0;background:white"><p>Really?</p><button id=close onclick="root.removeAttribute('${hiding}');modal.hidden=true">Close</button></div>`;
    await session.call("navigate", { url: server.html("/modal", page(body)), mode: "none" });
    const opened = await session.call("click", { selector: "#open" });
    expect(opened.snapshotDelta.tree).toContain("Really?");
    expect(opened.snapshotDelta.tree).not.toContain("Background");
    const closed = await session.call("click", { selector: "#close" });
    expect(closed.structure.removed).toMatchObject([{ role: "dialog", name: "Question" }]);
    expect(closed.snapshotDelta.tree ?? "").not.toContain("Background");
  }
});

test("wait_for does not take code for words", async ({ fileSession: session, server }) => {
  const body = `<p>Seen</p><script>const secret = "words in a script"</script><style>/* words in a style */</style><noscript>words for nobody</noscript><template>words in a template</template>`;
  await session.call("navigate", { url: server.html("/code", page(body)), mode: "none" });
  for (const text of ["words in a script", "words in a style", "words for nobody", "words in a template"])
    expect(await session.call("wait_for", { text, timeoutMs: 200 })).toMatchObject({ ok: false, error: "timeout" });
  expect(await session.call("wait_for", { text: "Seen" })).toMatchObject({ ok: true });
});

test("select tells the value that the DOM has, and verify_value agrees", async ({ fileSession: session, server }) => {
  const body = `<select id=one><option value=a>Apples</option><option value=b>Pears</option></select><select id=many multiple><option value=x>X-ray</option><option value=y>Yankee</option></select>`;
  await session.call("navigate", { url: server.html("/lists", page(body)), mode: "none" });
  for (const [selector, values, value] of [["#one", ["Pears"], "b"], ["#many", ["X-ray", "Yankee"], "x, y"]] as const) {
    expect(await session.call("select", { selector, values })).toMatchObject({ ok: true, element: { value } });
    expect(await session.call("verify_value", { selector, value })).toMatchObject({ ok: true });
  }
  expect(await session.call("verify_value", { selector: "#one", value: "Pears" })).toMatchObject({ ok: false });
});

test("upload_file succeeds when the page takes the file and the input away", async ({ fileSession: session, server }) => {
  const file = path.join(process.env["DROVER_WORKSPACE"] ?? "", `upload-${session.id}.txt`);
  writeFileSync(file, "hello");
  const takes: Record<string, string> = { removes: "this.remove()", clears: "this.value=''" };
  for (const [how, take] of Object.entries(takes))
    for (const input of [{ path: path.basename(file) }, { content: Buffer.from("hello").toString("base64"), name: "hello.txt" }]) {
      const body = `<p id=out></p><input type=file onchange="out.textContent='Got '+this.files[0].size;${take}">`;
      await session.call("navigate", { url: server.html("/upload", page(body)), mode: "none" });
      const result: Data = await session.call("upload_file", { selector: "input", ...input });
      expect(result, how).toMatchObject({ ok: true, fileCount: 1 });
      expect(await session.call("verify_text", { selector: "#out", text: "Got 5" })).toMatchObject({ ok: true });
    }
});

test("text_search does not find what is transparent", async ({ fileSession: session, server }) => {
  const body = `<p style="opacity:0">Ghost words</p><div style="opacity:0"><p>Ghost words inside</p></div><p>Plain words</p>`;
  await session.call("navigate", { url: server.html("/ghost", page(body)), mode: "none" });
  expect(await session.call("text_search", { text: "Ghost words" })).toMatchObject({ count: 0 });
  expect(await session.call("text_search", { text: "Plain words" })).toMatchObject({ count: 1 });
  expect(await session.call("text_search", { text: "Ghost words", includeHidden: true })).toMatchObject({ count: 2 });
});

test("fingers may have any number", async ({ fileSession: session, server }) => {
  const listen = `for (const type of ['touchstart', 'touchmove', 'touchend']) addEventListener(type, ({ touches }) => { log.textContent += type.slice(5) + touches.length + ' '; })`;
  const body = `<div style="width:300px;height:300px"><p id=log></p></div><script>${listen}</script>`;
  await session.call("navigate", { url: server.html("/fingers", page(body)), mode: "none" });
  const coords = { x: 100, y: 100 };
  expect(await session.call("touch_start", { coords, identifier: 1_234_567 })).toMatchObject({ ok: true, identifier: 1_234_567 });
  expect(await session.call("touch_move", { coords: { x: 120, y: 120 }, identifier: 1_234_567 })).toMatchObject({ ok: true });
  expect(await session.call("touch_end", { coords: { x: 120, y: 120 }, identifier: 1_234_567 })).toMatchObject({ ok: true });
  expect(await session.call("verify_text", { selector: "#log", text: "start1 move1 end0" })).toMatchObject({ ok: true });
});

test("a click that is covered names the cover by name and by test id", async ({ fileSession: session, server }) => {
  const covers: Record<string, string> = {
    '<div data-testid="busy"><span>Please wait</span></div>': 'div "Please wait" [data-testid="busy"]',
    '<div role=dialog aria-label=Cookies data-test=consent><p>We use cookies</p></div>': 'dialog "Cookies" [data-test="consent"]',
    '<div class="shade"></div>': "div.shade",
  };
  for (const [cover, name] of Object.entries(covers)) {
    const body = `<main data-testid=app><form aria-label=Order><button>Buy</button></form>${cover.replace(">", ' style="position:fixed;inset:0;background:#fffc">')}</main>`;
    await session.call("navigate", { url: server.html("/covered", page(body)), mode: "none" });
    expect(await session.call("click", { selector: "button" })).toMatchObject({ ok: false, error: "covered", coveredBy: name });
  }
});
