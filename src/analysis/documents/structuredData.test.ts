import { expect, test } from "vitest";
import { apiSurface } from "./apiSurface.ts";
import { readFeed } from "./readFeed.ts";
import { structuredData } from "./structuredData.ts";

const url = "https://shop.example/anvil";

test("JSON-LD, microdata, RDFa, OpenGraph and tables", () => {
  const html = `<html><head><title>Anvil</title><link rel=canonical href=/a><meta property="og:image" content="1.png"><meta property="og:image" content="2.png"><meta name=author content=Ada>
<script type="application/ld+json">[{"@type":"Product","name":"Anvil"},{"@type":"Offer"}]</script><script type="application/ld+json">{oops</script></head><body>
<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>Anvil</b><a itemprop=url href="/anvil">x</a><div itemprop=offers itemscope itemtype="https://schema.org/Offer"><meta itemprop=price content="12.50"><time itemprop=until datetime=2026-12-01>soon</time></div><i itemprop=tag>a</i><i itemprop=tag>b</i></div>
<div vocab="https://schema.org/" typeof="Person"><span property="name">Ada</span><a property="homepage" href="/ada">home</a></div>
<table><caption>Prices</caption><tr><th>Item<th>Price<th>Price</tr><tr><td rowspan=2>Anvil<td>12<td>13</tr><tr><td>14<td>15</tr></table><table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table></body></html>`;
  const found = structuredData({ html, url });
  expect(found.jsonLd).toEqual([{ "@type": "Product", name: "Anvil" }, { "@type": "Offer" }]);
  expect(found.malformed).toBe(1);
  expect(found.microdata).toEqual([
    {
      type: "https://schema.org/Product",
      properties: { name: "Anvil", url: "https://shop.example/anvil", offers: { type: "https://schema.org/Offer", properties: { price: "12.50", until: "2026-12-01" } }, tag: ["a", "b"] },
    },
  ]);
  expect(found.rdfa).toEqual([{ type: "https://schema.org/Person", properties: { name: "Ada", homepage: "https://shop.example/ada" } }]);
  expect(found.openGraph).toEqual({ "og:image": ["https://shop.example/1.png", "https://shop.example/2.png"] });
  expect(found.meta).toEqual({ title: "Anvil", canonical: "https://shop.example/a", author: "Ada" });
  expect(found.tables).toEqual([{ caption: "Prices", columns: ["Item", "Price", "Price 2"], rows: [{ Item: "Anvil", Price: "12", "Price 2": "13" }, { Item: "Anvil", Price: "14", "Price 2": "15" }] }]);
});

test("relative addresses start where the page's base says, and properties elsewhere are the item's that names them", () => {
  const html = `<html><head><base href="/shop/"><link rel=canonical href="anvil"><meta property="og:image:alt" content="a/b"></head><body>
<div itemscope itemref="price more" id=item><a itemprop=url href="x">x</a></div><p id=price><b itemprop=price>12</b></p><i id=more itemprop=tag>a</i>
<div itemscope itemref=outer><b itemprop=name>In</b></div><div id=outer><div itemscope itemprop=around itemref=outer></div></div></body></html>`;
  const found = structuredData({ html, url });
  expect(found.meta["canonical"]).toBe("https://shop.example/shop/anvil");
  expect(found.openGraph).toEqual({ "og:image:alt": "a/b" });
  expect(found.microdata[0]).toEqual({ properties: { url: "https://shop.example/shop/x", price: "12", tag: "a" } });
  expect(found.microdata[1]).toMatchObject({ properties: { name: "In", around: { properties: {} } } });
});

test("feeds of both kinds, and nothing else", () => {
  const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="x"><channel><title>News</title><link>https://n.example/</link><item><title>One &amp; two</title><link>/1</link><guid>g1</guid><pubDate>Tue, 17 Nov 2026 10:00:00 GMT</pubDate><dc:creator>Ada</dc:creator><description><![CDATA[<p>Some <b>words</b></p>]]></description><category>a</category><enclosure url="https://n.example/1.mp3" type="audio/mpeg"/></item></channel></rss>`;
  expect(readFeed({ xml: rss, url: "https://n.example/feed" })).toEqual({
    kind: "rss",
    title: "News",
    link: "https://n.example/",
    items: [{ title: "One & two", link: "https://n.example/1", id: "g1", published: "Tue, 17 Nov 2026 10:00:00 GMT", author: "Ada", summary: "Some words", categories: ["a"], enclosure: "https://n.example/1.mp3" }],
  });
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><link rel="self" href="/feed"/><link href="/"/><updated>2026-11-17T00:00:00Z</updated><entry><title>A</title><link href="/a"/><id>urn:a</id><author><name>Ada</name></author><summary>S</summary><category term="t"/></entry></feed>`;
  expect(readFeed({ xml: atom, url: "https://n.example/feed" })).toMatchObject({ kind: "atom", title: "Log", link: "https://n.example/", items: [{ title: "A", link: "https://n.example/a", id: "urn:a", author: "Ada", summary: "S", categories: ["t"] }] });
  const marked = `<rss><channel><title>N</title><item><title><![CDATA[One <b>bold</b> &amp; more]]></title><enclosure url="/1.mp3"/></item></channel></rss>`;
  expect(readFeed({ xml: marked, url: "https://n.example/feed" })?.items).toEqual([{ title: "One bold & more", enclosure: "https://n.example/1.mp3" }]);
  expect(readFeed({ xml: "<html><body>no</body></html>", url: "https://n.example/" })).toBeUndefined();
});

test("what a page of documentation shows that can be called", () => {
  const html = `<main><h1>API</h1><p>GET /v1/ropes/{id} gives one. Then POST https://api.example/v1/ropes.</p><h2>fs.readFile(path[, options], callback) #</h2><p>Reads a file.</p><h2>Options</h2><table><tr><th>Option<th>Type<th>Default<th>Description<tr><td>encoding<td>string<td>utf8<td>How to read</table>
<pre>import { readFile } from "node:fs";\nexport async function load(path: string): Promise<string> {\n}\nnpm install ropes</pre><a href="/openapi.json">spec</a></main>`;
  expect(apiSurface({ html, url: "https://api.example/docs" })).toMatchObject({
    endpoints: [{ method: "GET", path: "/v1/ropes/{id}" }, { method: "POST", path: "https://api.example/v1/ropes" }],
    signatures: [{ name: "fs.readFile", signature: "fs.readFile(path[, options], callback)", summary: "Reads a file." }, { name: "load", kind: "function", section: "Options" }],
    parameters: [{ name: "encoding", type: "string", default: "utf8", description: "How to read", section: "Options" }],
    commands: ["npm install ropes"],
    imports: ['import { readFile } from "node:fs";'],
    specifications: ["https://api.example/openapi.json"],
  });
});

test("an API's endpoints in tables, options in lists of terms, and commands after a prompt", () => {
  const html = `<h2>Ropes</h2><table><tr><th>Method<th>Path<th>Description<tr><td>delete<td>/v1/ropes/:id<td>Cuts it</table>
<dl><dt><code>-s, --strong</code><dd>Hold more<dt>Rope<dd>A thing</dl><pre>$ ropes tie --strong\n> quoted</pre>`;
  expect(apiSurface({ html, url: "https://api.example/docs" })).toMatchObject({
    endpoints: [{ method: "DELETE", path: "/v1/ropes/:id", summary: "Cuts it" }],
    parameters: [{ name: "-s, --strong", description: "Hold more", section: "Ropes" }],
    commands: ["ropes tie --strong"],
  });
});
