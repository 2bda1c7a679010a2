import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drover as runDrover } from "./support/drover.ts";
import { startFixtureServer, type FixtureServer } from "./support/fixtureServer.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { environment, mcpCommand, revisions } from "./support/mcp.ts";
import { pluginFolder, tool } from "./support/pluginFolder.ts";
import { engine, type Data } from "./support/session.ts";

const firefox = engine === "firefox";
const backend = firefox ? { browserBackend: "firefox" } : {};
const long = "Ropes are long and strong, and they last for years. ";
const guide = `<!doctype html><html lang=en><head><title>Rope guide</title><meta name=author content=Ada><meta property="og:type" content="article"><script type="application/ld+json">{"@type":"Article","headline":"Rope guide"}</script></head>
<body><nav><a href=/x>Menu</a></nav><main><h1>Rope guide</h1><p>${long.repeat(12)}</p><h2>Prices</h2><table><tr><th>Item<th>Price<tr><td>Rope<td>3<tr><td>Anvil<td>12</table><p>See <a href="/more?x=1">more</a>.</p></main><footer>Imprint</footer></body></html>`;

/** Two pages, each with a line of text. */
function pdfOf(lines: string[]): string {
  const kids = lines.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...lines.flatMap((line, index) => {
      const stream = `BT /F1 18 Tf 40 700 Td (${line}) Tj ET`;
      return [`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`, `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`];
    }),
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const end = text.length;
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
}

let server: FixtureServer;
let drover: TestHome;
/** What the last request brought along. */
const sent: Record<string, string | string[] | undefined> = {};
const scrape = (input: Data): Promise<Data> => drover.call("web_scrape", input);
const extract = (input: Data): Promise<Data> => drover.call("web_extract", input);

beforeAll(async () => {
  server = await startFixtureServer();
  const page = { "content-type": "text/html; charset=utf-8" };
  server.html("/guide", guide);
  server.route("/robots.txt", (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /kept\n"));
  server.html("/kept", "<title>Kept</title><p>for people</p>");
  server.route("/whoami", (request, response) => {
    Object.assign(sent, { cookie: undefined, "if-none-match": undefined, "user-agent": undefined, "sec-fetch-mode": undefined }, request.headers);
    if (request.headers["if-none-match"] === '"v1"') return void response.writeHead(304, { etag: '"v1"' }).end();
    response.writeHead(200, { ...page, etag: '"v1"', "set-cookie": "seen=yes; Path=/" }).end(`<title>You</title><main><h1>You</h1><p>cookie: ${request.headers.cookie ?? "none"}</p></main>`);
  });
  for (const [name, pack] of [["gzip", zlib.gzipSync], ["br", zlib.brotliCompressSync], ["deflate", zlib.deflateSync]] as const)
    server.route(`/${name}`, (_, response) => response.writeHead(200, { ...page, "content-encoding": name }).end(pack(guide)));
  server.route("/bomb", (_, response) => response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(zlib.gzipSync(Buffer.alloc(60 * 1024 * 1024, "rope\n"))));
  const noise = Buffer.from(Array.from({ length: 4000 }, (_, index) => `<p>${Math.sin(index).toString(36)}`).join("\n"));
  const cut = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));
  server.route("/not-gzip", (_, response) => response.writeHead(200, { ...page, "content-encoding": "gzip" }).end("no gzip at all"));
  server.route("/not-br", (_, response) => response.writeHead(200, { ...page, "content-encoding": "br" }).end("no brotli at all, none"));
  server.route("/lzma", (_, response) => response.writeHead(200, { ...page, "content-encoding": "lzma" }).end("lzma"));
  server.route("/empty-gzip", (_, response) => response.writeHead(200, { ...page, "content-encoding": "gzip" }).end());
  server.route("/bare-deflate", (_, response) => response.writeHead(200, { ...page, "content-encoding": "deflate" }).end(zlib.deflateRawSync(guide)));
  server.route("/half-gzip", (_, response) => response.writeHead(200, { ...page, "content-encoding": "gzip" }).end(cut(zlib.gzipSync(noise))));
  server.route("/half-br", (_, response) => response.writeHead(200, { ...page, "content-encoding": "br" }).end(cut(zlib.brotliCompressSync(noise))));
  server.route("/breaks-off", (request, response) => response.writeHead(200, { ...page, "content-length": "50000" }).write(guide, () => request.socket.destroy()));
  server.route("/trickles", (_, response) => response.writeHead(200, page).write(guide));
  server.route("/hangs-up", (request) => request.socket.destroy());
  server.route("/smtp", (request) => request.socket.end("220 ready\r\n\r\n"));
  server.route("/broken.pdf", (_, response) => response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.4\nnot more"));
  server.route("/page.pdf", (_, response) => response.writeHead(200, { "content-type": "application/pdf" }).end(guide));
  server.route("/archive", (_, response) => response.writeHead(200, { "content-type": "application/zip", "content-disposition": "attachment; filename=a.zip" }).end(Buffer.alloc(3000, 7)));
  server.html("/blank", "<title>Blank</title>");
  server.route("/bytes", (_, response) => response.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(3000, 1)));
  server.route("/octets", (_, response) => response.writeHead(200, { "content-type": "application/octet-stream" }).end(Buffer.alloc(3000, 7)));
  server.route("/unsaid", (_, response) => response.writeHead(200).end(Buffer.from([0, 1, 2, 3])));
  server.route("/latin", (_, response) => response.writeHead(200, page).end(Buffer.from("<title>Café</title><main><p>déjà vu</p></main>", "latin1")));
  server.route("/circle", (_, response) => response.writeHead(302, { location: "/circle2" }).end());
  server.route("/circle2", (_, response) => response.writeHead(302, { location: "/circle" }).end());
  server.route("/hop", (_, response) => response.writeHead(301, { location: "/guide" }).end());
  server.route("/out", (_, response) => response.writeHead(302, { location: `${server.otherOrigin}/guide` }).end());
  server.route("/members", (_, response) => response.writeHead(401, page).end("<title>Log in</title><main><h1>Please log in</h1></main>"));
  server.route("/paper.pdf", (_, response) => response.writeHead(200, { "content-type": "application/pdf" }).end(pdfOf(["Rope prices of 2026", "Anvils cost twelve"])));
  server.html("/made", `<title>Made</title><main></main><script>document.cookie = "js=1; path=/"; document.querySelector("main").innerHTML = "<h1>Made</h1><p>" + ${JSON.stringify(long)}.repeat(9) + "</p><b data-testid=price>12.50</b>"</script>`);
  server.route("/feed.xml", (_, response) => response.writeHead(200, { "content-type": "application/rss+xml" }).end("<rss><channel><title>Ropes</title><item><title>One</title><link>/1</link></item></channel></rss>"));
  drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin });
});
afterAll(async () => {
  await drover[Symbol.asyncDispose]();
  await server.close();
});

test("a tab of the session's context reads what scripts made, and goes; the browser's own fetch runs none and has the cookies", async () => {
  const tab = await scrape({ url: `${server.origin}/made`, mode: "browser", sessionId: "b", ...backend });
  expect(tab).toMatchObject({ ok: true, mode: "browser", status: 200, title: "Made", text: expect.stringContaining("# Made") });
  const bare = await scrape({ url: `${server.origin}/whoami`, mode: "fingerprint", sessionId: "b", format: "text" });
  expect(bare).toMatchObject({ ok: true, status: 200, text: expect.stringContaining("js=1") });
  expect(sent["user-agent"]).toMatch(firefox ? /Firefox\// : /Chrome\//);
  expect(sent["sec-fetch-mode"]).toBe("cors");
  expect((await drover.call("list_targets", { session: "b" })).map((each: Data) => each.url)).not.toContain(`${server.origin}/made`);
  expect(await scrape({ url: `${server.otherOrigin}/guide`, mode: "fingerprint", sessionId: "b" })).toMatchObject({ ok: false, error: "refused" });
});

test("the browser's own fetch goes by the name and the language of the session", async () => {
  await drover.call("web_browser", { action: "navigate", sessionId: "named", url: `${server.origin}/guide`, locale: "fr-FR", browserProfile: "Rope/1", ...backend });
  expect(await scrape({ url: `${server.origin}/whoami`, mode: "fingerprint", sessionId: "named" })).toMatchObject({ ok: true });
  expect(sent).toMatchObject({ "user-agent": "Rope/1", "accept-language": expect.stringMatching(/^fr-FR/) });
});

test("a download in a tab is saved, a page that wants a password is told as it answers, and a redirect that the guard keeps is refused by its place", async () => {
  const saved = await scrape({ url: `${server.origin}/archive`, mode: "browser", sessionId: "b", ...backend });
  expect(saved).toMatchObject({ ok: true, url: `${server.origin}/archive`, contentType: "application/zip", bytes: 3000 });
  expect(readFileSync(saved.blobPath)).toHaveLength(3000);
  server.route("/vault", (_, response) => response.writeHead(401, { "www-authenticate": "Basic realm=vault", "content-type": "text/html" }).end("<title>Vault</title><h1>Who are you?</h1>"));
  // Firefox waits for an answer in a window of its own.
  if (!firefox) expect(await scrape({ url: `${server.origin}/vault`, mode: "browser", sessionId: "b" })).toMatchObject({ ok: true, status: 401, text: "# Who are you?" });
  expect(await scrape({ url: `${server.origin}/out`, mode: "fingerprint", sessionId: "b" })).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining(new URL(server.otherOrigin).host) });
});

test("a tab that a scrape opens is none that another action waits for or tells of", async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => server.route("/held", (_, response) => (answer = () => void response.writeHead(200, { "content-type": "text/html" }).end("<title>Held</title>"), resolve())));
  await drover.call("web_browser", { action: "navigate", sessionId: "two", url: `${server.origin}/guide`, ...backend });
  const client = drover.client();
  const opened = new Promise<void>((resolve) => void client.subscribe({ topics: ["pageopened"], session: "two", onEvent: () => resolve() }));
  const going = drover.call("navigate", { session: "two", url: `${server.origin}/held` });
  await held;
  const scraped = scrape({ url: `${server.origin}/made`, mode: "browser", sessionId: "two" });
  await opened;
  answer();
  expect((await going).structure.newTabs).toEqual([]);
  expect(await scraped).toMatchObject({ ok: true, title: "Made" });
});

test("a page that breaks off is there as far as it came, and is not waited for", async () => {
  const page = await drover.call("web_browser", { action: "navigate", sessionId: "b", url: `${server.origin}/breaks-off`, ...backend });
  expect(page).toMatchObject({ ok: true, title: "Rope guide", snapshot: expect.stringContaining("## Prices") });
  // Firefox takes it for the whole.
  if (!firefox) expect(page.warnings).toEqual([expect.stringContaining("did not come whole (net::ERR_CONTENT_LENGTH_MISMATCH)")]);
});

test("a PDF in a tab is read as text", async () => {
  await drover.call("web_browser", { action: "navigate", sessionId: "p", url: `${server.origin}/paper.pdf`, ...backend });
  expect(await drover.call("read", { session: "p" })).toMatchObject({ ok: true, text: "## Page 1\n\nRope prices of 2026\n\n## Page 2\n\nAnvils cost twelve" });
  await drover.call("web_browser", { action: "navigate", sessionId: "p", url: `${server.origin}/broken.pdf` });
  expect(await drover.call("web_browser", { action: "read", sessionId: "p" })).toMatchObject({ ok: false, error: "not-found", message: expect.stringContaining("PDF cannot be read") });
});

test("a schema is followed in a tab, on a document that was fetched, and on a capture of what was driven", async () => {
  const price = { type: "object", properties: { price: { type: "number" } } };
  expect(await extract({ url: `${server.origin}/made`, mode: "browser", sessionId: "b", schema: price, ...backend })).toMatchObject({ ok: true, action: "schema", data: { price: 12.5 } });
  const rows = { type: "array", "x-drover-source": { collection: "table tr:has(td)" }, items: { type: "object", properties: { item: { type: "string", "x-drover-source": { selector: "td" } }, price: { type: "number", "x-drover-source": { selector: "td:nth-child(2)" } } } } };
  expect(await extract({ url: `${server.origin}/guide`, schema: rows, sessionId: "b" })).toMatchObject({ data: [{ item: "Rope", price: 3 }, { item: "Anvil", price: 12 }] });
  await drover.call("web_browser", { action: "navigate", sessionId: "b", url: `${server.origin}/made`, ...backend });
  await drover.call("web_browser", { action: "evaluate", sessionId: "b", script: "document.querySelector('[data-testid=price]').textContent = '99'" });
  const { responseId } = await drover.call("web_browser", { action: "read", sessionId: "b", storeCapture: true });
  expect(await extract({ responseId, schema: price, sessionId: "b" })).toMatchObject({ url: `${server.origin}/made`, data: { price: 99 } });
  const misspelt = { type: "object", properties: { link: { type: "string", "x-drover-source": { selector: "a", attribute: "href" } } } };
  expect(await extract({ responseId, schema: misspelt, sessionId: "b" })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("attribute") });
  expect(await extract({ responseId, schema: { type: "object", properties: { sku: { type: "string", required: true } } }, sessionId: "b" })).toMatchObject({ ok: false, error: "not-found", failure: { kind: "required" } });
});

describe.skipIf(firefox)("without a browser", () => {
  test("a page comes in each format, packed in any way", async () => {
    const markdown = await scrape({ url: `${server.origin}/guide` });
    expect(markdown).toMatchObject({ ok: true, mode: "fast", status: 200, title: "Rope guide", byline: "Ada", text: expect.stringContaining("| Rope | 3 |") });
    expect(markdown.text).toContain(`[more](${server.origin}/more?x=1)`);
    expect(markdown.text).not.toMatch(/Menu|Imprint/);
    for (const name of ["gzip", "br", "deflate"]) expect((await scrape({ url: `${server.origin}/${name}` })).text).toBe(markdown.text);
    expect((await scrape({ url: `${server.origin}/guide`, format: "html" })).text).toBe(guide);
    expect((await scrape({ url: `${server.origin}/guide`, format: "text", scope: "table" })).text).toMatch(/Rope\t3/);
    expect(JSON.parse((await scrape({ url: `${server.origin}/guide`, format: "json" })).text)).toMatchObject({ title: "Rope guide", headings: [{ text: "Rope guide" }, { text: "Prices" }], links: [{ text: "more" }] });
    expect(await scrape({ url: `${server.origin}/paper.pdf` })).toMatchObject({ pages: 2, text: expect.stringContaining("Anvils cost twelve") });
  });

  test.each([
    ["a script between head and body", "<html><head><title>T</title></head><script>1</script><noscript>2</noscript><body><main><h1>Ropes</h1></main></body></html>"],
    ["a script before the first tag", "<script>1</script><html><head><title>T</title></head><body><main><h1>Ropes</h1></main></body></html>"],
    ["something after the body", "<html><head><title>T</title></head><body></body><main><h1>Ropes</h1></main></html>"],
    ["a body of its own for old browsers", "<html><!--[if IE]><body class=ie><![endif]--><head><title>T</title></head><div></div><body><main><h1>Ropes</h1></main></body></html>"],
  ])("a page with %s is read as a browser has it", async (_, html) => {
    server.html("/astray", html);
    expect(await scrape({ url: `${server.origin}/astray` })).toMatchObject({ ok: true, title: "T", text: "# Ropes" });
  });

  test("an article is read with its lead, and from around its name where a part's name says that it is something else", async () => {
    server.html("/lead", `<title>Ropes hold</title><div class=page-header><div class=kicker><div><h1>Ropes hold</h1></div></div><p>What the tests of a whole year have shown about hemp.</p></div><div class=story><p>${long.repeat(6)}</p><p>${long.repeat(7)}</p></div>`);
    expect((await scrape({ url: `${server.origin}/lead` })).text).toMatch(/^# Ropes hold\n\nWhat the tests of a whole year have shown about hemp\.\n\nRopes are long/);
    const others = Array.from({ length: 4 }, (_, index) => `<p>Anvil ${index} fell from the sky. ${"Nobody saw it fall, and nobody was hurt by it. ".repeat(6)}</p>`).join("");
    server.html("/named", `<title>Ropes hold</title><div class=page><section class=non-paywall><h1>Ropes hold</h1><p>${long.repeat(7)}</p><p>${long.repeat(16)}</p></section>${others}</div>`);
    const named = await scrape({ url: `${server.origin}/named` });
    expect(named.text).toContain(long.repeat(16).trim());
    expect(named.text).not.toContain("Anvil");
  });

  test("a jar of cookies for each session id, filled by exportCookies; an answer that still holds is not sent again", async () => {
    expect((await scrape({ url: `${server.origin}/whoami`, sessionId: "jar" })).text).toContain("none");
    const again = await scrape({ url: `${server.origin}/whoami`, sessionId: "jar" });
    expect(again).toMatchObject({ status: 200, notModified: true, text: expect.stringContaining("cookie: none") });
    expect(sent).toMatchObject({ cookie: "seen=yes", "if-none-match": '"v1"' });
    await scrape({ url: `${server.origin}/whoami`, sessionId: "other" });
    expect(sent["cookie"]).toBeUndefined();
    await drover.call("web_browser", { action: "navigate", sessionId: "exporting", url: `${server.origin}/made` });
    await drover.call("web_browser", { action: "exportCookies", sessionId: "exporting", scopeUrl: server.origin, targetSessionId: "given" });
    await scrape({ url: `${server.origin}/whoami`, sessionId: "given" });
    expect(sent["cookie"]).toContain("js=1");
  });

  test("headers are for the server that they were written for, and for none that it leads to", async () => {
    const heard: Data[] = [];
    server.route("/key", ({ url, headers }, response) => {
      heard.push({ url, key: headers["x-key"], token: headers.authorization, cookie: headers.cookie, agent: headers["user-agent"] });
      response.writeHead(200, { "content-type": "text/plain" }).end("heard");
    });
    server.route("/away-to-key", (_, response) => response.writeHead(302, { location: `${server.otherOrigin}/key` }).end());
    const open = drover.client("sdk", { DROVER_ALLOW_PRIVATE: `${server.origin},${server.otherOrigin}` });
    const headers = { "X-Key": "k", Authorization: "Bearer t", Cookie: "a=b", "User-Agent": "Mine" };
    for (const name of ["/key", "/away-to-key"]) expect((await open.call("web_scrape", { url: server.origin + name, headers })).data).toMatchObject({ ok: true, text: "heard" });
    expect(heard).toEqual([
      { url: "/key", key: "k", token: "Bearer t", cookie: "a=b", agent: "Mine" },
      { url: "/key", key: undefined, token: undefined, cookie: undefined, agent: "Mine" },
    ]);
    for (const name of ["Host", "Transfer-Encoding", "Content-Length", "Proxy-Authorization"]) expect(await scrape({ url: `${server.origin}/guide`, headers: { [name]: "1" } }), name).toMatchObject({ ok: false, error: "bad-input" });
    for (const bad of [{ "x y": "1" }, { x: "1\r\nhost: evil.test" }]) expect(await scrape({ url: `${server.origin}/guide`, headers: bad })).toMatchObject({ ok: false, error: "bad-input" });
  });

  test("robots.txt is respected unless told otherwise", async () => {
    expect(await scrape({ url: `${server.origin}/kept` })).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("ignoreRobots") });
    expect(await scrape({ url: `${server.origin}/kept`, ignoreRobots: true })).toMatchObject({ ok: true, title: "Kept" });
  });

  test.each<[string, Data, Data]>([
    ["a private address", { url: "http://127.0.0.1:1/" }, { error: "refused" }],
    ["a redirect to one", { url: "/out" }, { error: "refused" }],
    ["a circle of redirects", { url: "/circle" }, { error: "fetch-failed", message: expect.stringContaining("circle") }],
    ["a proxy that the guard keeps", { url: "/guide", proxy: "http://127.0.0.1:9" }, { error: "refused" }],
    ["a server that is not there", { url: "closed" }, { error: "fetch-failed" }],
    ["no address", {}, { error: "bad-input", message: expect.stringContaining("needs url") }],
    ["something else than the web", { url: "file:///etc/passwd" }, { error: "bad-input" }],
    ["an unknown mode", { url: "/guide", mode: "magic" }, { error: "bad-input", message: expect.stringContaining("mode") }],
    ["diff without a name", { url: "/guide", diff: true }, { error: "bad-input", message: expect.stringContaining("snapshotName") }],
    ["more overlap than chunk", { url: "/guide", chunks: true, maxTokens: 60, overlapTokens: 60 }, { error: "bad-input", message: expect.stringContaining("overlapTokens") }],
  ])("refuses %s", async (_, { url, ...input }, expected) => {
    const address = url === "closed" ? await closedAddress() : url?.startsWith("/") ? server.origin + url : url;
    expect(await (url === "closed" ? drover.client("sdk", { DROVER_ALLOW_PRIVATE: address }) : drover.client()).call("web_scrape", { ...(address && { url: address }), ...input })).toMatchObject({ ok: false, data: expected });
  });

  test.each<[string, string, Data]>([
    ["what is not packed as it says", "/not-gzip", { error: "fetch-failed", message: expect.stringMatching(/not-gzip answers 200, but its body cannot be read: it cannot be unpacked as gzip/), hint: expect.stringContaining('"accept-encoding":"identity"') }],
    ["the same of brotli", "/not-br", { error: "fetch-failed", message: expect.stringContaining("unpacked as br") }],
    ["a way of packing that nobody knows", "/lzma", { error: "fetch-failed", message: expect.stringContaining("lzma)"), hint: expect.stringContaining("identity") }],
    ["a server that hangs up", "/hangs-up", { error: "fetch-failed", message: expect.stringContaining("closed the connection without an answer") }],
    ["a server that speaks something else", "/smtp", { error: "fetch-failed", message: expect.stringContaining("does not speak HTTP") }],
  ])("says what happened: %s", async (_, address, expected) => {
    expect(await scrape({ url: server.origin + address })).toMatchObject({ ok: false, ...expected });
  });

  test("of a body that breaks off there is what came, and it is said that it is not the whole", async () => {
    expect((await scrape({ url: `${server.origin}/bare-deflate` })).text).toContain("| Rope | 3 |");
    const empty = await scrape({ url: `${server.origin}/empty-gzip` });
    expect(empty).toMatchObject({ ok: true, text: "" });
    expect(empty.truncated).toBeUndefined();
    for (const [address, reason] of [["/half-gzip", "gzip data ends too early"], ["/half-br", "br data ends too early"]]) {
      const half = await scrape({ url: server.origin + address, format: "html" });
      expect(half).toMatchObject({ ok: true, truncated: true, warnings: [expect.stringContaining(reason!)] });
      expect(half.text.length).toBeGreaterThan(1000);
    }
    const closed = { truncated: true, text: expect.stringContaining("| Rope | 3 |"), warnings: [expect.stringMatching(/the connection was closed after \d+ of 50000 bytes/)] };
    expect(await scrape({ url: `${server.origin}/breaks-off`, sessionId: "jar" })).toMatchObject(closed);
    expect(await scrape({ url: `${server.origin}/trickles`, timeoutSeconds: 1 })).toMatchObject({ ...closed, warnings: [expect.stringContaining("still coming")] });
    expect(await extract({ url: `${server.origin}/breaks-off`, kinds: ["openGraph"] })).toMatchObject({ data: { openGraph: { "og:type": "article" } }, warnings: closed.warnings });
    expect(await extract({ url: `${server.origin}/breaks-off`, action: "vertical" })).toMatchObject({ ok: false, error: "fetch-failed", message: expect.stringContaining("not whole") });
  });

  test("a PDF that cannot be read is saved, and a page that calls itself one is read", async () => {
    const broken = await scrape({ url: `${server.origin}/broken.pdf`, chunks: true });
    expect(broken).toMatchObject({ ok: true, bytes: 17, warnings: [expect.stringMatching(/broken\.pdf: the PDF cannot be read.*saved/), expect.stringContaining("no text")] });
    expect(readFileSync(broken.blobPath, "utf8")).toMatch(/^%PDF/);
    expect(await scrape({ url: `${server.origin}/page.pdf` })).toMatchObject({ ok: true, title: "Rope guide" });
  });

  test("a command for several addresses, or for a capture, is none for the address of the command before it", async () => {
    const at = (...args: string[]) => runDrover([...args, "--json"], { env: drover.env });
    const [guideAt, membersAt] = [`${server.origin}/guide`, `${server.origin}/members`];
    const { responseId } = (await at("scrape", guideAt, "--store-capture")).json;
    expect((await at("scrape", "--urls", guideAt, "--urls", membersAt)).json).toMatchObject({ ok: true, succeeded: 2 });
    expect((await at("web-extract", "--response-id", String(responseId))).json).toMatchObject({ ok: true, url: guideAt });
    expect((await at("scrape")).json).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("needs url") });
  });

  test("a proxy that does not answer is told of by its place", async () => {
    const proxy = await closedAddress();
    const { data } = await drover.client("sdk", { DROVER_ALLOW_PRIVATE: `${server.origin},${proxy}` }).call("web_scrape", { url: `${server.origin}/guide`, proxy });
    expect(data).toMatchObject({ ok: false, error: "fetch-failed", message: expect.stringContaining(`the proxy ${proxy.slice("http://".length)}`) });
  });

  test("bytes are saved and huge texts cut, neither is in the answer; a wrong charset is doubted; a log-in is an answer", async () => {
    const bytes = await scrape({ url: `${server.origin}/bytes` });
    expect(bytes).toMatchObject({ ok: true, contentType: "image/png", bytes: 3000, responseId: expect.any(String) });
    expect(bytes.text).toBeUndefined();
    expect(readFileSync(bytes.blobPath)).toHaveLength(3000);
    expect(await scrape({ url: `${server.origin}/unsaid` })).toMatchObject({ blobPath: expect.any(String), bytes: 4 });
    expect(await scrape({ url: `${server.origin}/octets` })).toMatchObject({ blobPath: expect.any(String), bytes: 3000 });
    const { data: huge } = await drover.client("mcp").call("web_scrape", { url: `${server.origin}/bomb` });
    expect(huge).toMatchObject({ truncated: true, bytes: 20 * 1024 * 1024, responseId: expect.any(String), nextLine: expect.any(Number) });
    expect((huge as Data).text.length).toBeLessThan(30_000);
    expect(await scrape({ url: `${server.origin}/latin` })).toMatchObject({ title: "Café", text: expect.stringContaining("déjà vu"), warnings: [expect.stringContaining("windows-1252")] });
    expect(await scrape({ url: `${server.origin}/members` })).toMatchObject({ ok: true, status: 401, text: "# Please log in" });
    expect(await scrape({ url: `${server.origin}/hop` })).toMatchObject({ url: `${server.origin}/guide`, redirects: [`${server.origin}/hop`] });
  });

  test("chunks, files, and what changed since the last snapshot", async () => {
    const { chunks } = await scrape({ url: `${server.origin}/guide`, chunks: true, maxTokens: 80, overlapTokens: 15 });
    expect(chunks.at(-1)).toMatchObject({ headings: ["Rope guide", "Prices"] });
    for (const { tokens } of chunks) expect(tokens).toBeLessThanOrEqual(80);
    const saved = await scrape({ url: `${server.origin}/guide`, saveToFile: { dir: "notes", name: "guide" } });
    expect(saved.savedTo).toBe(path.join(drover.workspace, "notes", "guide.md"));
    expect(readFileSync(saved.savedTo, "utf8")).toContain("# Rope guide");
    expect(saved.text).toBeUndefined();
    expect(await scrape({ url: `${server.origin}/guide`, saveToFile: "../out.md" })).toMatchObject({ ok: false, error: "bad-path" });
    expect(existsSync((await scrape({ url: `${server.origin}/guide`, saveToFile: true, chunks: true })).savedTo)).toBe(true);
    const first = await scrape({ url: `${server.origin}/guide`, snapshotName: "daily", diff: true });
    expect(first).toMatchObject({ diff: { changed: false }, warnings: [expect.stringContaining("first")] });
    server.html("/guide", guide.replace("<td>Rope<td>3", "<td>Rope<td>4"));
    const second = await scrape({ url: `${server.origin}/guide`, snapshotName: "daily", diff: true });
    server.html("/guide", guide);
    expect(second.diff).toMatchObject({ changed: true, sections: [{ section: "Rope guide › Prices", added: ["| Rope | 4 |"], removed: ["| Rope | 3 |"] }] });
  });

  test("several at once: each has its own answer or error, and it is told how far they are", async () => {
    const told: string[] = [];
    const { data } = await drover.client().call("web_scrape", { urls: ["/guide", "/members", "/circle", "/bytes"].map((each) => server.origin + each) }, { onProgress: (message) => void told.push(message) });
    expect(data).toMatchObject({ succeeded: 3, failed: 1, results: [{ ok: true, title: "Rope guide" }, { ok: true, status: 401 }, { ok: false, error: "fetch-failed" }, { ok: true, bytes: 3000 }] });
    expect(told.at(-1)).toBe("4 of 4 pages");
  });

  test("structured data, an API's surface, and verticals; what is missing or gone is named", async () => {
    expect(await extract({ url: `${server.origin}/guide` })).toMatchObject({ action: "data", data: { jsonLd: [{ headline: "Rope guide" }], openGraph: { "og:type": "article" }, tables: [{ rows: [{ Item: "Rope", Price: "3" }, { Item: "Anvil" }] }] } });
    const { responseId } = await scrape({ url: `${server.origin}/guide`, storeCapture: true });
    expect(await extract({ responseId, kinds: ["tables"] })).toMatchObject({ url: `${server.origin}/guide`, data: { tables: [{ columns: ["Item", "Price"] }] } });
    expect(await extract({ url: `${server.origin}/guide`, extract: "api-surface" })).toMatchObject({ action: "api-surface", data: { endpoints: [] } });
    expect(await extract({ url: `${server.origin}/feed.xml`, action: "vertical" })).toMatchObject({ extractor: "feed", data: { title: "Ropes", items: [{ title: "One", link: `${server.origin}/1` }] } });
    expect(await extract({ url: `${server.origin}/guide`, extractor: "article" })).toMatchObject({ data: { title: "Rope guide", byline: "Ada" } });
    expect(await extract({ url: `${server.origin}/nothing`, action: "vertical" })).toMatchObject({ ok: false, error: "fetch-failed", failure: { status: 404 } });
    for (const [input, message] of [[{ action: "schema", url: server.origin }, "needs schema"], [{ action: "adhoc", url: server.origin }, "needs prompt"], [{ action: "vertical", responseId }, "needs url"], [{ action: "data" }, "needs url or responseId"], [{ action: "guess", url: server.origin }, "action"], [{ url: server.origin, extractor: "githup" }, "no extractor"]] as const)
      expect(await extract(input)).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining(message) });
    const asked: string[] = [];
    server.route("/counted", ({ url }, response) => response.writeHead(200).end(String(asked.push(url ?? ""))));
    expect(await extract({ url: `${server.origin}/counted`, action: "summarize" })).toMatchObject({ ok: false, error: "unsupported-client", hint: expect.stringContaining("sampling") });
    expect(asked).toEqual([]);
    const old = new Date(Date.now() - 8 * 86_400_000);
    const [kept] = (await drover.call("files_list", { kind: "capture" })).files.filter((each: Data) => each.id === responseId);
    utimesSync(kept.path, old, old);
    expect(await extract({ responseId })).toMatchObject({ ok: false, error: "expired" });
  });

  test("a plugin adds an extractor: its tool is asked for the addresses that its manifest names, before ours and held to its capabilities", async () => {
    server.route("/crate/rope.json", (_, response) => response.writeHead(200, { "content-type": "application/json" }).end('{"name":"rope","downloads":12}'));
    const crate = tool({ name: "crate", capability: '"navigation"', input: "z.object({ url: z.string().optional() })", run: `async (api, { url }) => ({ ok: true, value: JSON.parse((await api.callTool("web_scrape", { url: url + ".json", format: "html" })).text) })` });
    const vertical = { name: "crates", about: "Crates of a shop.", hosts: ["127.0.0.1"], paths: ["/crate/"], tool: "crate" };
    const source = { name: "drover-plugin-crates", namespace: "crates", capabilities: ["navigation"], verticals: [vertical], tools: crate };
    const sources = mkdtempSync(path.join(os.tmpdir(), "drover-vertical-"));
    const install = (folder: string) => runDrover(["plugin", "install", `file:${folder}`, "--json"], { env: drover.env, cwd: sources });
    try {
      expect((await install(pluginFolder(mkdtempSync(path.join(sources, "bad-")), { ...source, verticals: [{ ...vertical, tool: "create" }] }))).json).toMatchObject({ ok: false, message: expect.stringContaining("crates.create, which there is none of") });
      expect(await extract({ url: `${server.origin}/crate/rope`, action: "vertical", extractor: "crates" })).toMatchObject({ ok: false, error: "bad-input", message: 'there is no extractor "crates"' });
      expect((await install(pluginFolder(sources, source))).json).toMatchObject({ ok: true });
      const found = { ok: true, extractor: "crates", data: { kind: "crates", value: { name: "rope", downloads: 12 } } };
      expect(await extract({ url: `${server.origin}/crate/rope`, action: "vertical" })).toMatchObject(found);
      expect(await extract({ url: `${server.origin}/crate/rope`, extractor: "crates" })).toMatchObject(found);
      expect(await extract({ url: `${server.origin}/guide`, action: "vertical" })).toMatchObject({ extractor: "article" });
      expect(await extract({ url: `${server.origin}/guide`, extractor: "crates" })).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining("Crates of a shop.") });
      expect(await extract({ url: `${server.origin}/crate/none`, action: "vertical" })).toMatchObject({ ok: false, error: "plugin-failed" });
    } finally {
      await runDrover(["plugin", "remove", "crates"], { env: drover.env, cwd: sources });
      rmSync(sources, { recursive: true, force: true });
    }
  });

  test.each(revisions)("the client's own model is asked, in the revision of %s", async (revision) => {
    const asked: string[] = [];
    const client = new Client({ name: "thinking", version: "1.0.0" }, { capabilities: { sampling: {} }, versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } } });
    client.setRequestHandler("sampling/createMessage", ({ params }) => {
      const { content } = params.messages[0]!;
      asked.push(!Array.isArray(content) && content.type === "text" ? content.text : "");
      return { role: "assistant" as const, model: "test-model", content: { type: "text" as const, text: '{"cheapest":"Rope"}' } };
    });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [...mcpCommand, "--tools", "web"], env: environment({ ...drover.env, DROVER_ALLOW_PRIVATE: server.origin } as Record<string, string>) }));
    try {
      const answer = await client.callTool({ name: "web_extract", arguments: { url: `${server.origin}/guide`, action: "adhoc", prompt: "What is cheapest?", schema: { type: "object", properties: { cheapest: { type: "string" } } } } });
      expect(JSON.parse((answer.content as Data)[0].text)).toMatchObject({ action: "adhoc", data: { cheapest: "Rope" }, model: "test-model" });
      const empty = await client.callTool({ name: "web_extract", arguments: { url: `${server.origin}/blank`, action: "summarize" } });
      expect(JSON.parse((empty.content as Data)[0].text)).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("mode=browser") });
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatch(/^What is cheapest\?[\s\S]*<page url=[\s\S]*\| Rope \| 3 \|[\s\S]*<\/page>$/);
    } finally {
      await client.close();
    }
  });
});

/** Where nobody listens any more. */
async function closedAddress(): Promise<string> {
  const taken = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as net.AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  return `http://127.0.0.1:${port}`;
}
