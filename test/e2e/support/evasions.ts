import { expect } from "vitest";
import type http from "node:http";
import type { FixtureServer } from "./fixtureServer.ts";
import type { TestHome } from "./home.ts";
import { engine } from "./session.ts";

/** Names of this machine, as nobody expects them. */
const spellings = [
  "127.0.0.1", "127.1", "127.0.1", "127.0.0.1.", "127.255.255.254", "2130706433", "0x7f000001", "0x7F.1", "0x7f.0x0.0x0.0x1", "017700000001",
  "0177.0.0.1", "0177.0x0.1", "0.0.0.0", "0", "0x0", "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "①②⑦.⓪.⓪.①",
  "localhost", "LOCALHOST", "localhost.", "ⓛocalhost", "deep.below.localhost", "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
  "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "user@127.0.0.1", "public.example@127.0.0.1",
];

/** Those that every browser understands: without a guard they arrive. */
const plainSpellings = ["127.0.0.1", "2130706433", "localhost", "[::1]"];

/** Ways in which a page asks for something. Each resolves when it has come or failed. */
const everywhere: Record<string, string> = {
  fetch: "(url) => fetch(url, { mode: 'no-cors' })",
  redirect: "(url) => fetch('/hop?to=' + encodeURIComponent(url), { mode: 'no-cors' })",
  image: "(url) => new Promise((done) => { const image = new Image(); image.onload = image.onerror = done; image.src = url; })",
  // What failed to load is no document of ours, and not every browser tells of it.
  frame: "(url) => new Promise((done) => { const frame = document.createElement('iframe'); const look = setInterval(() => frame.contentDocument?.URL !== 'about:blank' && end(), 10); const end = () => { clearInterval(look); frame.remove(); done(); }; frame.onload = end; frame.src = url; document.body.append(frame); })",
  socket: "(url) => new Promise((done) => { try { const socket = new WebSocket(url.replace('http:', 'ws:')); socket.onclose = socket.onerror = done; } catch { done(); } })",
  worker: "(url) => new Promise((done) => { const worker = new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).catch(() => 0).then(() => postMessage(1))`]))); worker.onmessage = worker.onerror = done; })",
};

const further: Record<string, string> = {
  sharedWorker: "(url) => new Promise((done) => { const { port } = new SharedWorker('/evasions/shared.js'); port.onmessage = done; port.postMessage(url); })",
  serviceWorker: "(url) => navigator.serviceWorker.register('/evasions/service.js').then(() => navigator.serviceWorker.ready).then(({ active }) => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; active.postMessage(url, [port2]); }))",
  events: "(url) => new Promise((done) => { const source = new EventSource(url); source.onerror = () => { source.close(); done(); }; })",
  post: "(url) => fetch(url, { method: 'POST', mode: 'no-cors', body: 'x' })",
  script: "(url) => new Promise((done) => { const script = document.createElement('script'); script.onload = script.onerror = done; script.src = url; document.head.append(script); })",
  module: "(url) => import(url)",
  style: "(url) => new Promise((done) => { const link = document.createElement('link'); link.rel = 'stylesheet'; link.onload = link.onerror = done; link.href = url; document.head.append(link); })",
  imported: "(url) => new Promise((done) => { const style = document.createElement('style'); style.onload = style.onerror = done; style.textContent = `@import '${url}';`; document.head.append(style); })",
  video: "(url) => new Promise((done) => { const video = document.createElement('video'); video.onerror = done; video.src = url; })",
  object: "(url) => new Promise((done) => { const object = document.createElement('object'); object.onload = object.onerror = done; object.type = 'text/html'; object.data = url; document.body.append(object); })",
  form: "(url) => new Promise((done) => { const frame = document.createElement('iframe'); frame.name = 'f' + Math.random(); document.body.append(frame); const form = document.createElement('form'); form.method = 'POST'; form.action = url; form.target = frame.name; document.body.append(form); const look = setInterval(() => frame.contentDocument?.URL !== 'about:blank' && end(), 10); const end = () => { clearInterval(look); frame.remove(); done(); }; form.submit(); })",
};

const bodies = { ...everywhere, ...further };

export interface Evasion {
  channel: string;
  url: string;
  plain: boolean;
}

const worker = "const ask = (url) => fetch(url, { mode: 'no-cors' }).catch(() => 0);";

/** Ways to a place, as a hostile page would try them. */
export class Evasions {
  readonly channels = Object.keys(bodies);
  readonly #home: string;

  constructor(server: FixtureServer) {
    this.#home = server.html("/evasions/home", "<title>Home</title><body>");
    server.route("/hop", hop);
    const script = (pathname: string, body: string) => server.route(pathname, (_, response) => response.setHeader("content-type", "text/javascript").end(worker + body));
    script("/evasions/shared.js", "onconnect = ({ ports: [port] }) => { port.onmessage = ({ data }) => ask(data).then(() => port.postMessage(1)); };");
    script("/evasions/service.js", "onmessage = (event) => event.waitUntil(ask(event.data).then(() => event.ports[0].postMessage(1)));");
  }

  inEverySpelling(port: number): Evasion[] {
    const cases = Object.keys(everywhere).flatMap((channel) => spellings.map((spelling, index) => caseOf(channel, spelling, `${port}/${channel}/${index}`)));
    // Chromium leaves a frame as it is whose address has a user's name in it, and tells nobody. Firefox lets sockets wait for minutes whose host has just failed.
    const hosts = cases.filter(({ channel }) => channel === "socket").map(({ url }) => new URL(url).hostname);
    return cases.filter(({ channel, url }, index) => {
      if (channel === "frame") return !url.includes("@");
      return channel !== "socket" || engine === "chromium" || hosts.indexOf(new URL(url).hostname) === index - cases.findIndex((each) => each.channel === "socket");
    });
  }

  /** The ways that hand an address over as it is: how it is spelled was tried by the others. */
  inPlainSpellings(port: number): Evasion[] {
    return Object.keys(further).flatMap((channel) => plainSpellings.map((spelling, index) => caseOf(channel, spelling, `${port}/${channel}/${index}`)));
  }

  at(host: string, port: number): Evasion[] {
    return this.channels.map((channel) => caseOf(channel, host, `${port}/${channel}/${host}`));
  }

  async run(drover: TestHome, session: string, evasions: Evasion[]): Promise<void> {
    await drover.call("navigate", { session, url: this.#home, mode: "none" });
    expect(await drover.call("eval_js", { session, expr: script(evasions), timeoutMs: 100_000 })).toMatchObject({ value: [] });
  }
}

const caseOf = (channel: string, spelling: string, rest: string): Evasion => ({ channel, url: `http://${spelling}:${rest}`, plain: plainSpellings.includes(spelling) });

/** Redirects to wherever it is told, in whatever letters. */
function hop(request: http.IncomingMessage, response: http.ServerResponse): void {
  const to = new URL(request.url ?? "", "http://localhost").searchParams.get("to") ?? "";
  response.writeHead(302, { location: Buffer.from(to).toString("latin1") }).end();
}

/** Tries each; what is still under way when all the others are long over is told. */
const script = (evasions: Evasion[]) => `(async () => {
  const channels = { ${Object.entries(bodies).map(([name, body]) => `${name}: ${body}`).join(", ")} };
  const left = new Set(${JSON.stringify(evasions)});
  const over = new Promise((done) => setTimeout(done, 60_000));
  const attempt = async (each) => { try { await channels[each.channel](each.url); } catch {} left.delete(each); };
  const lanes = [...left];
  await Promise.race([over, Promise.all(Array.from({ length: 24 }, async () => { while (lanes.length) await attempt(lanes.shift()); }))]);
  return [...left].map(({ channel, url }) => channel + " " + url);
})()`;
