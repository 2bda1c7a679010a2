import { EventEmitter, once } from "node:events";
import { expect } from "vitest";
import WebSocket from "ws";
import { connect } from "../../src/client/connect.ts";
import type { ClientKind, Conversed, Ended, Say } from "../../src/protocol/messages.ts";
import { type Access, accessTo, startDashboard } from "./support/dashboard.ts";
import { drover } from "./support/drover.ts";
import { page } from "./support/page.ts";
import { test as base } from "./support/session.ts";

type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: Record<string, unknown>; error?: { message: string }; sessionId?: string };

/** What the front end says and hears on its socket. */
class FrontEnd implements Disposable {
  readonly #socket: WebSocket;
  readonly heard: Message[] = [];
  readonly #listeners = new Set<() => void>();
  #nextId = 1;

  constructor({ origin, base: place, cookie }: Access) {
    this.#socket = new WebSocket(`${origin.replace("http", "ws")}/${place}/page`, { headers: { cookie, origin } });
    this.#socket.on("message", (data) => {
      this.heard.push(JSON.parse(String(data)) as Message);
      for (const look of this.#listeners) look();
    });
  }

  get ended(): Promise<unknown> {
    return once(this.#socket, "close");
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<Message> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, "open");
    const id = this.#nextId++;
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    return this.until((message) => message.id === id);
  }

  until(isMeant: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.heard.find(isMeant);
        if (!found) return;
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      look();
    });
  }

  [Symbol.dispose]() {
    this.#socket.close();
  }
}

const test = base.extend<{ inspected: Access; frontEnd: FrontEnd }>({
  inspected: async ({ session, server }, use) => {
    await session.call("navigate", { url: server.html("/inspected", page("<h1>Hello</h1><button onclick='stopHere()'>Go</button><script>function stopHere() { debugger; window.passed = true; }</script>")) });
    await using served = await startDashboard(process.env, ["inspect", "--session", session.id]);
    await use(await accessTo(served));
  },
  frontEnd: async ({ inspected }, use) => {
    using frontEnd = new FrontEnd(inspected);
    await use(frontEnd);
  },
});

const valueOf = ({ result }: Message): unknown => (result?.["result"] as { value?: unknown } | undefined)?.value;

test("drover inspect serves the DevTools that the browser brings along, to whoever had the address", async ({ inspected: { origin, base: place, cookie } }) => {
  const held = { headers: { cookie } };
  const first = await fetch(`${origin}/${place}/`, { ...held, redirect: "manual" });
  expect(first.headers.get("location")).toBe(`inspector.html?ws=${new URL(origin).host}/${place}/page`);
  const html = await fetch(`${origin}/${place}/inspector.html`, held);
  expect(html.headers.get("content-type")).toMatch(/^text\/html/);
  expect(html.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  const script = /src="\.\/([^"]+\.js)"/.exec(await html.text())?.[1];
  expect((await fetch(`${origin}/${place}/${script}`, held)).headers.get("content-type")).toMatch(/javascript/);
  expect((await fetch(`${origin}/${place}/nothing.js`, held)).status).toBe(404);
  expect((await fetch(`${origin}/${place}/inspector.html`)).status).toBe(401);
});

test("DevTools work beside the session's own calls, and are told only what is theirs", async ({ frontEnd, session }) => {
  expect(valueOf(await frontEnd.send("Runtime.evaluate", { expression: "document.title = 'by hand'" }))).toBe("by hand");
  await frontEnd.send("Runtime.enable");
  const { value } = await session.call("eval_js", { expr: "console.log('heard'), document.title" });
  expect(value).toBe("by hand");
  await frontEnd.until(({ method, params }) => method === "Runtime.consoleAPICalled" && JSON.stringify(params).includes("heard"));
  expect((await frontEnd.send("Runtime.evaluate", { expression: "1" }, "0123456789ABCDEF")).error?.message).toMatch(/not found/);
  // One page, as before: the second talk is no page of the session's.
  expect(((await session.call("target")) as { sessions: unknown[] }).sessions).toHaveLength(1);
  const ended = frontEnd.ended;
  await session.call("close_session");
  await ended;
});

test("a page that a person has stopped at a breakpoint is left alone until they let it go on", async ({ frontEnd, session }) => {
  await frontEnd.send("Debugger.enable");
  await session.call("eval_js", { expr: "setTimeout(stopHere), 0" });
  await frontEnd.until(({ method }) => method === "Debugger.paused");
  expect(await session.call("eval_js", { expr: "1" })).toMatchObject({ error: "timeout", message: expect.stringContaining("stopped the page's script in DevTools") });
  expect(await session.call("navigate", { url: "about:blank" })).toMatchObject({ error: "timeout" });
  await frontEnd.send("Debugger.resume");
  await frontEnd.until(({ method }) => method === "Debugger.resumed");
  expect(await session.call("eval_js", { expr: "passed" })).toMatchObject({ value: true });
});

test("only a person's own client talks past Drover's rules", async ({ session }) => {
  await session.call("target");
  const answerTo = async (client: ClientKind): Promise<string> => {
    const answers = new EventEmitter<{ answer: [Conversed | Say | Ended] }>();
    const connection = await connect({ client, onTalk: (message) => answers.emit("answer", message) });
    const answered = once(answers, "answer") as Promise<[Conversed | Say | Ended]>;
    connection.post({ type: "converse", channel: 1, session: session.id, with: "page" });
    const [answer] = await answered;
    connection.close();
    return "error" in answer ? String(answer.error) : answer.type;
  };
  expect(await answerTo("mcp")).toBe("refused");
  expect(await answerTo("sdk")).toBe("refused");
  expect(await answerTo("dashboard")).toBe("conversed");
});

test("drover inspect with an element is the tool", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/inspected", page("<h1 id='head'>Hello</h1>")) });
  const { json } = await drover(["inspect", "#head", "--session", session.id, "--json"]);
  expect(json).toMatchObject({ found: true });
});
