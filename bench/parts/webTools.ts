import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { corpus } from "../corpusPages.ts";
import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { footprintOf } from "../processes.ts";
import { tokensOf } from "../tokens.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

const QUICK_PAGES = 8;
const MANY = 100;
/** What a server far away takes until its first byte. */
const AWAY_MS = 60;

const paragraph = (index: number): string => `<p>Paragraph ${index} tells of <a href="/rope/${index}">ropes</a> that are <b>long</b> and strong, with <code>knots[${index}]</code> and more words to read than anybody would.</p>`;

/** About 250 KB of an article with headings, lists, tables and code. */
function longArticle(): string {
  const section = (index: number): string => `<h2>Section ${index}</h2>${Array.from({ length: 10 }, (_, each) => paragraph(index * 10 + each)).join("\n")}<ul><li>one<li>two <i>and</i> three</ul><table><tr><th>Item<th>Price<tr><td>Rope ${index}<td>${index}</table><pre><code class="language-js">tie(${index});</code></pre>`;
  return `<!doctype html><html lang=en><title>A long article</title><nav><a href=/>Home</a></nav><main><article><h1>A long article</h1>${Array.from({ length: 115 }, (_, index) => section(index)).join("\n")}</article></main><footer>Imprint</footer>`;
}

interface Site {
  origin: string;
  close(): void;
}

async function startSite(): Promise<Site> {
  const article = longArticle();
  const server = http.createServer((request, response) => {
    const answer = () => response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(request.url === "/robots.txt" ? "" : article);
    if (request.url?.startsWith("/away")) setTimeout(answer, AWAY_MS);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const line = (page: string): Measurement => ({ part: "web", tool: "Drover", surface: "mcp", page, samples: [] });

/** What is counted here are tokens: on a busy machine a page may take its time. */
const PATIENCE_SECONDS = 180;

/** The dearest default answer of all pages. */
async function ladders(bench: Bench, { server }: DroverServer): Promise<Measurement[]> {
  const most = { navigate: { ...line("navigate, dearest page"), tokens: 0 }, read: { ...line("read, dearest page"), tokens: 0 } };
  const pages = bench.quick ? corpus.slice(0, QUICK_PAGES) : corpus;
  for (const [index, page] of pages.entries()) {
    bench.progress(`web_browser on corpus page ${index + 1} of ${pages.length}: ${page.maker}`);
    for (const action of ["navigate", "read"] as const) {
      const { took, value } = await timed(() => server.call("web_browser", { action, sessionId: "corpus", timeoutSeconds: PATIENCE_SECONDS, ...(action === "navigate" && { url: bench.server.corpusUrl(page.package, page.file) }) }));
      const entry = most[action];
      entry.samples.push(took);
      entry.tokens = Math.max(entry.tokens, tokensOf(value.text));
    }
  }
  return Object.values(most);
}

async function reading(bench: Bench, { server }: DroverServer, { origin }: Site): Promise<Measurement[]> {
  const [live, fast, bare, html] = [line("markdown of 250 KB, live page"), line("web_scrape fast, 250 KB"), line("bare fetch, 250 KB"), line("web_scrape fast as html, 250 KB")];
  await server.call("web_browser", { action: "navigate", sessionId: "article", url: `${origin}/article` });
  for (let round = 0; round <= bench.rounds; round++) {
    bench.progress(`reading 250 KB, round ${round} of ${bench.rounds}`);
    const took = [
      (await timed(() => server.call("read", { session: "article", linesMatching: ["nothing of it"] }))).took,
      (await timed(() => server.call("web_scrape", { url: `${origin}/away?${round}`, linesMatching: ["nothing of it"] }))).took,
      (await timed(async () => (await fetch(`${origin}/away?b${round}`)).text())).took,
      (await timed(() => server.call("web_scrape", { url: `${origin}/away?h${round}`, format: "html", linesMatching: ["nothing of it"] }))).took,
    ];
    // The first brings the reader and its thread.
    if (round > 0) [live, fast, bare, html].forEach((each, index) => each.samples.push(took[index]!));
  }
  return [live, fast, bare, html];
}

async function many(bench: Bench, { server, home }: DroverServer, { origin }: Site): Promise<Measurement> {
  bench.progress(`${MANY} addresses at once`);
  const entry = line(`${MANY} addresses at once`);
  const before = footprintOf(home).resident;
  let most = before;
  let over = false;
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, footprintOf(home).resident);
      await pause(100);
    }
  })();
  const urls = Array.from({ length: MANY }, (_, index) => `${origin}/away?many${index}`);
  const { took } = await timed(() => server.call("web_scrape", { urls, perHost: 8 }));
  over = true;
  await watching;
  return { ...entry, samples: [took], counts: { held: most, grew: most - before } };
}

async function run(bench: Bench): Promise<Measurement[]> {
  const site = await startSite();
  const drover = await startDrover(bench.workplace, ["--tools", "web"], "chromium", { DROVER_ALLOW_PRIVATE: `${bench.server.origin},${site.origin}` });
  try {
    return [...(await ladders(bench, drover)), ...(await reading(bench, drover, site)), await many(bench, drover, site)];
  } catch (error) {
    return [{ ...line("all"), failure: messageOf(error) }];
  } finally {
    await drover.stop();
    site.close();
  }
}

export const webTools: Part = { name: "web", title: "reading the web in little text: web_browser, read and web_scrape", run };
