import { existsSync, readFileSync } from "node:fs";
import http from "node:http";
import type net from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFixtureServer, type FixtureServer } from "./support/fixtureServer.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { engine, type Data } from "./support/session.ts";

const firefox = engine === "firefox";
const shop = `<html lang=en><title>Shop</title><header><nav aria-label=Main><a href="/a?x=1#f">Alpha</a> <a href="/b">Beta</a> <a href="/c">Beta</a></nav></header>
<main><h1>Shop</h1><p>${"Welcome to the shop of ropes and anvils. ".repeat(12)}</p>
<form><label>Name <input id=name></label><select id=land><option value=us>USA<option value=de>Germany</select>
<button type=button onclick="document.querySelector('h1').textContent = 'Hello ' + document.querySelector('#name').value; document.querySelector('#late').hidden = false">Greet</button></form>
<section id=late hidden><button>Late</button></section>
<h2>Prices</h2><table><tr><th>Item<th>Price<tr><td>Rope<td>3<tr><td>Anvil<td>12</table><p>Total: 15</p>
<div id=host></div><p style="display:none">unseen words</p></main><footer>Imprint and cookies</footer>
<script>document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = "<p>From the shadow: subtotal 3</p>"; document.cookie = "seen=yes; path=/";</script>`;

const prose = (about: string): string => `${about} are long and strong, and they last for years when they are kept dry, away from the sun and from anything that burns. `.repeat(3);
/** What stands beside an article on most sites, and what is the article's. */
const news = `<html lang=en><head><title>Ropes hold | The Daily Knot</title><meta name=author content=Ada></head><body>
<div class=site-header><h1><a href="/">The Daily Knot</a></h1><p class=site-description>All the knots that are fit to print.</p></div>
<ul class=breadcrumb><li><a href=/>Home</a><li><a href=/news>Latest of the news</a></ul>
<div class=cookie-consent><p>We use cookies to make this better for you, and you agree.</p></div>
<div class=wrap><article class="post type-post tag-comments"><header><h1>Ropes hold</h1><p class=standfirst>What the tests of a whole year have shown about ropes of hemp.</p><div class=entry-meta>By Ada, <time datetime=2026-11-01>1 November 2026</time></div></header>
<div class=share-bar><a href=/f>Facebook</a> <a href=/t>Twitter</a></div>
<div class=entry-content><p>Harbour desk | 2 November 2026, 19:49</p><p>${prose("Ropes")}</p><p>Aus dem Archiv: <a href=/archive>Wie die Seile nach Hamburg kamen</a></p><p>READ ALSO: <a href=/anvils>Anvils that fell from the sky</a></p><div>Advertisement</div>
<figure><img src=/rope.png alt="Hemp"><figcaption>A rope at work. Photo: Ada / Agency</figcaption></figure>
<h2>How to tie</h2><p>${prose("Knots")}</p><ol start=3><li>Make a loop<li>Pull <b>hard</b></ol><pre><code class="language-js">tie(rope);\n  pull();</code></pre>
<p>The force is <span class=katex><math><semantics><mi>F</mi><annotation encoding="application/x-tex">F = m a</annotation></semantics></math><span aria-hidden=true>F=ma</span></span>.</p>
<p>See also <a href=/see>what others say of it</a>, and more that is told here of ropes and of those who make them by hand, day after day.</p>
<iframe srcdoc="<p>From a frame: ropes in numbers.</p>"></iframe><p>${prose("Ships")}</p><p>Kept under <a href=/k rel=tag>Knots</a>, with the others</p>
<h3>Related stories</h3><ul><li><a href=/1>Nine anvils and what became of them</a><li><a href=/2>The smith who would not strike</a></ul></div>
<div class=author-box><p>Ada writes about ropes and has done so for many years.</p></div></article>
<section id=comments><h3>2 comments</h3><p>First! I never liked ropes at all, and here is why.</p></section></div>
<footer>Imprint</footer></body></html>`;

/** A proxy that answers everything itself. */
async function answering(page: (address: string) => string): Promise<{ origin: string; close(): void }> {
  const proxy = http.createServer((request, response) => response.writeHead(200, { "content-type": "text/html" }).end(page(request.url ?? "")));
  proxy.on("connect", (_, socket: net.Socket) => {
    socket.write("HTTP/1.1 200 Connected\r\n\r\n");
    proxy.emit("connection", socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { origin: `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`, close };
}

let server: FixtureServer;
let drover: TestHome;
const web = (action: string, input: Data = {}): Promise<Data> => drover.call("web_browser", { action, sessionId: "s1", ...(firefox && { browserBackend: "firefox" }), ...input });

beforeAll(async () => {
  server = await startFixtureServer();
  server.html("/shop", shop);
  server.html("/news", news);
  server.route("/members", (_, response) => response.writeHead(401, { "content-type": "text/html" }).end("<title>Log in</title><h1>Please log in</h1><input aria-label=User>"));
  server.route("/many", (_, response) => response.writeHead(200, { "content-type": "text/html" }).end(`<title>Many</title>${Array.from({ length: 200 }, (_unused, index) => `<button>B${index}</button>`).join("")}`));
  server.route("/out", (_, response) => response.writeHead(302, { location: `${server.otherOrigin}/shop` }).end());
  drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin });
});
afterAll(async () => {
  await drover[Symbol.asyncDispose]();
  await server.close();
});

test("navigate orients, scope and roles give refs, and refs of an earlier snapshot are refused", async () => {
  const outline = await web("navigate", { url: `${server.origin}/shop`, timezone: "Europe/Paris", locale: "fr-FR" });
  expect(outline).toMatchObject({ ok: true, action: "navigate", sessionId: "s1", title: "Shop", status: 200, detail: "outline" });
  expect(outline.snapshot).toContain('navigation "Main"');
  expect(outline.snapshot).toMatch(/controls: 3 link, .*1 textbox/);
  expect(outline.snapshot).toContain("# Shop\n## Prices");
  expect(outline.snapshot).not.toContain("@e");

  const fields = await web("inspect", { roles: ["textbox", "button"] });
  const [name, greet] = fields.snapshot.split("\n").map((line: string) => line.split(" ")[0]);
  expect(fields.snapshot).toMatch(/^@e\d+ textbox "Name".*\n@e\d+ button "Greet"$/);
  const list = await web("inspect");
  expect(list.snapshot).toContain('link "Alpha" /a\n');
  expect(list.snapshot).toMatch(/link "Beta" \/b \(\+1 of this name\)/);

  expect(await web("fill", { selector: name, value: "Ada" })).toMatchObject({ ok: true, detail: "interactive", snapshot: expect.stringContaining('[value="Ada"]') });
  expect(await web("select", { selector: "#land", value: "de" })).toMatchObject({ ok: true, snapshot: expect.stringContaining("Germany") });
  const greeted = await web("click", { selector: greet });
  expect(greeted.snapshot).toContain('heading "Hello Ada"');
  expect(greeted.snapshot).toContain('button "Late"');
  await web("inspect", { scope: "form" });
  const late = /(@e\d+) button "Late"/.exec(greeted.snapshot)?.[1];
  expect(await web("click", { selector: late })).toMatchObject({ ok: false, error: "ref-gone", hint: expect.stringContaining("inspect") });
  expect((await web("inspect", { detail: "full" })).snapshot).toMatch(/\[ref=@e\d+\]/);
  expect(await drover.call("eval_js", { session: "s1", expr: "[Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language]" })).toMatchObject({ value: ["Europe/Paris", "fr-FR"] });
});

test("read goes from a digest to lines to a capture of what the page shows now", async () => {
  const digest = await web("read");
  expect(digest.digest).toMatch(/^\d+ words, \d+ links, \d+ lines\nlandmarks: banner, navigation "Main", main, contentinfo\nheadings/);
  expect(digest.digest).toMatch(/1 # Hello Ada/);
  const found = await web("read", { linesMatching: ["total"], contextLines: 0 });
  expect(found.matches).toMatch(/^\d+: Total: 15\n\d+: From the shadow: subtotal 3$/);
  const kept = await web("read", { storeCapture: true });
  const { text } = await drover.call("captures", { responseId: kept.responseId });
  expect(text).toContain("| Item | Price |\n| --- | --- |\n| Rope | 3 |");
  expect(text).not.toMatch(/unseen words|Imprint/);
  expect(await drover.call("read", { session: "s1", whole: true })).toMatchObject({ ok: true, title: "Shop", text: expect.stringContaining("Imprint and cookies") });
});

test("an article is read with its lead, figures, lists, code, formulas and frames, and without what stands beside it", async () => {
  await web("navigate", { sessionId: "news", url: `${server.origin}/news` });
  const { text, byline } = await drover.call("read", { session: "news" });
  expect(byline).toBe("Ada");
  expect(text.replaceAll(/(?:Ropes|Knots|Ships) are long.*/g, (line: string) => `${line.split(" ")[0]}…`)).toBe(
    [
      "# Ropes hold",
      "What the tests of a whole year have shown about ropes of hemp.",
      "Ropes…",
      `![Hemp](${server.origin}/rope.png)`,
      "*A rope at work.*",
      "## How to tie",
      "Knots…",
      "3. Make a loop\n4. Pull **hard**",
      "```js\ntie(rope);\n  pull();\n```",
      "The force is $F = m a$.",
      `See also [what others say of it](${server.origin}/see), and more that is told here of ropes and of those who make them by hand, day after day.`,
      "From a frame: ropes in numbers.",
      "Ships…",
    ].join("\n\n"),
  );
});

test("spaces are written once and outside of signs, and what markdown would take for a sign is escaped", async () => {
  const url = server.html(
    "/signs",
    `<main><p> A <b> bold </b>word,<i> two</i><a href="/x"> links </a>,<code>a\`b</code> and 2*3_4 [x] \\ <img src="/p.png" alt="P"> end <br> next<p>1. no list<p>- nor this<p># nor a heading<p>a&nbsp;<em>&nbsp;b</em>
    <ul><li>one<ul><li>in it</ul></li> <li> <p>two</p><p>more</p></ul><ol start=9><li>nine<li>ten</ol><blockquote><p>said</p><p>again</p></blockquote>
    <table><caption>Prices</caption><tr><th>Item<th>A|B<tr><td colspan=2>wide <br>cell</table><dl><dt>Term<dd>What it <s>is</s></dl><hr><pre>  kept\n   so</pre></main>`,
  );
  await web("navigate", { sessionId: "signs", url });
  const { text } = await drover.call("read", { session: "signs", whole: true });
  expect(text).toBe(
    [
      `A **bold** word, *two* [links](${server.origin}/x) ,\`\`a\`b\`\` and 2\\*3\\_4 \\[x\\] \\\\ ![P](${server.origin}/p.png) end\nnext`,
      "1\\. no list",
      "\\- nor this",
      "\\# nor a heading",
      "a\u00a0\u00a0*b*",
      "- one\n  - in it\n- two\n\n  more",
      "9. nine\n10. ten",
      "> said\n>\n> again",
      "**Prices**",
      "| Item | A\\|B |\n| --- | --- |\n| wide cell |  |",
      "**Term**\n: What it ~~is~~",
      "---",
      "```\n  kept\n   so\n```",
    ].join("\n\n"),
  );
});

describe.skipIf(firefox)("what no engine decides", () => {
  test("captures are read in ranges and by lines, outlive the daemon, and end", async () => {
    const kept = await web("evaluate", { script: 'Array.from({ length: 4000 }, (_, n) => "line " + n).join("\\n")', storeCapture: true });
    expect(kept).toMatchObject({ truncated: true, warnings: expect.arrayContaining([expect.stringContaining("cut at 10000")]) });
    expect(kept.result).toHaveLength(10_000);
    const { responseId } = await web("read", { storeCapture: true, linesMatching: ["nothing"] });
    await drover.client().stop();
    expect(await drover.call("captures", { responseId, fromLine: 1, toLine: 1 })).toMatchObject({ text: "# Hello Ada", nextLine: 2 });
    expect(await drover.call("captures", { responseId, linesMatching: ["/^\\| Rope/"] })).toMatchObject({ matched: 1 });
    expect((await drover.call("captures", { action: "list" })).captures.map((each: Data) => each.responseId)).toContain(responseId);
    expect(await drover.call("captures", { action: "delete", responseId })).toMatchObject({ deleted: true });
    expect(await drover.call("captures", { responseId })).toMatchObject({ ok: false, error: "expired" });
  });

  test.each([
    [{ action: "jump" }, "action"],
    [{ action: "navigate" }, "needs url"],
    [{ action: "fill", selector: "#name" }, "needs value"],
    [{ action: "evaluate" }, "needs script"],
    [{ action: "exportCookies" }, "needs scopeUrl"],
    [{ action: "inspect", syncCookiesToHttpSession: true }, "needs scopeUrl"],
    [{ action: "navigate", url: "http://example.test/", timezone: "Mars/Base", sessionId: "fresh" }, "not a time zone"],
    [{ action: "navigate", url: "http://example.test/", browserBackend: "cloak", sessionId: "fresh" }, "no browser"],
  ])("refuses %j", async (input, message) => {
    expect(await drover.call("web_browser", { sessionId: "s1", ...input })).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });

  test("proxies of a list take turns by session, and a session keeps the one that it was made with", async () => {
    const proxies = await Promise.all(["first", "second"].map((name) => answering((address) => `<title>${name}</title><p>${address}</p>`)));
    const proxy = proxies.map(({ origin }) => origin);
    const client = drover.client("sdk", { DROVER_ALLOW_PRIVATE: [server.origin, ...proxy].join() });
    const title = async (sessionId: string, list?: string[]) => (await client.call("web_browser", { action: "navigate", sessionId, url: `${server.origin}/shop`, ...(list && { proxy: list }) })).data as Data;
    try {
      expect(await title("turn1", proxy)).toMatchObject({ title: "first" });
      expect((await title("turn2", proxy)).title).toBe("second");
      expect((await title("turn3", proxy)).title).toBe("first");
      expect((await title("turn2", proxy)).title).toBe("second");
      expect(await title("turn2", ["http://127.0.0.1:9"])).toMatchObject({ title: "second", warnings: expect.arrayContaining([expect.stringContaining("proxy")]) });
    } finally {
      for (const each of proxies) each.close();
    }
  });

  test("a proxy that does not answer and a name that nobody knows are told of as what they are", async () => {
    const gone = await answering(() => "");
    gone.close();
    const client = drover.client("sdk", { DROVER_ALLOW_PRIVATE: [server.origin, gone.origin].join() });
    const { data } = await client.call("web_browser", { action: "navigate", sessionId: "no-proxy", url: `${server.origin}/shop`, proxy: gone.origin });
    expect(data).toMatchObject({ ok: false, error: "navigation-failed", message: expect.stringContaining(`the proxy ${new URL(gone.origin).host} cannot be used`), hint: expect.stringContaining("new session") });
    expect(await web("navigate", { url: "http://nobody.invalid/" })).toMatchObject({ ok: false, error: "navigation-failed", message: expect.stringMatching(/nobody\.invalid\/ could not be loaded: .*(ENOTFOUND|EAI_AGAIN)/) });
    server.route("/round", (_, response) => response.writeHead(302, { location: "/round" }).end());
    expect(await web("navigate", { url: `${server.origin}/round` })).toMatchObject({ ok: false, error: "navigation-failed", hint: expect.stringContaining("circle") });
    await web("navigate", { url: `${server.origin}/shop` });
    expect(await web("evaluate", { script: "new Promise(() => {})", timeoutSeconds: 1 })).toMatchObject({ ok: false, error: "timeout", hint: expect.stringContaining("timeoutSeconds") });
  });

  test("private addresses are refused", async () => {
    expect(await web("navigate", { url: `${server.otherOrigin}/shop` })).toMatchObject({ ok: false, error: "refused" });
    expect(await web("navigate", { url: `${server.origin}/out` })).toMatchObject({ ok: false, error: "refused" });
    expect(await web("exportCookies", { scopeUrl: "http://127.0.0.1:1/" })).toMatchObject({ ok: false, error: "refused" });
  });

  test("a page that wants a log-in is shown with its status, long lists are counted, pictures are files", async () => {
    expect(await web("navigate", { url: `${server.origin}/members`, roles: ["textbox"], locale: "de-DE" })).toMatchObject({
      ok: true,
      status: 401,
      snapshot: expect.stringContaining('textbox "User"'),
      warnings: expect.arrayContaining([expect.stringContaining("locale holds from the moment")]),
    });
    const { snapshot } = await web("navigate", { url: `${server.origin}/many`, detail: "interactive" });
    expect(snapshot.split("\n")).toHaveLength(151);
    expect(snapshot).toMatch(/… \+50 more \(narrow with scope or roles\)$/);
    const picture = await web("screenshot", { selector: "button" });
    expect(readFileSync(picture.blobPath).subarray(1, 4).toString()).toBe("PNG");
    expect(picture).toMatchObject({ responseId: expect.stringMatching(/^f\w+$/), bytes: expect.any(Number) });
  });

  test("saved log-ins are there in the next session of that id, and only counts of cookies are told", async () => {
    const saved = await web("navigate", { sessionId: "keeps", url: `${server.origin}/shop`, saveSession: true, scopeUrl: server.origin, syncCookiesToHttpSession: true });
    expect(saved).toMatchObject({ saved: { cookies: 1 }, exported: { cookies: 1, domains: ["127.0.0.1"], targetSessionId: "keeps" } });
    expect(JSON.stringify(saved)).not.toContain("yes");
    await drover.call("close_session", { session: "keeps" });
    await drover.client().stop();
    expect(await web("navigate", { sessionId: "keeps", url: `${server.origin}/members` })).toMatchObject({ warnings: expect.arrayContaining([expect.stringContaining("was put back (1 cookies)")]) });
    expect(await web("evaluate", { sessionId: "keeps", script: "document.cookie" })).toMatchObject({ result: '"seen=yes"' });
    expect(existsSync(`${drover.workspace}/.auth-states/web-keeps.json`)).toBe(true);
  });
});
