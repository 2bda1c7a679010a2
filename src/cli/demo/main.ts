import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Invocation } from "../commands/ownCommand.ts";
import { refusalOf } from "../commands/ownCommand.ts";
import { print } from "../terminal.ts";
import app from "./app.html";

interface Candidate {
  ref: string;
  role: string;
  name: string;
}

const NAME = "Ada";
const PREVIEW_LINES = 14;

/** Drives the built-in shop the way a person at a shell would, and says in words what happens. */
class Tour {
  readonly #call: Invocation;
  readonly #session = `demo-${process.pid}`;
  #step = 0;

  constructor(call: Invocation) {
    this.#call = call;
  }

  async take(url: string): Promise<void> {
    const how = { mode: "incognito", ...this.#window() };
    this.#call.shell.expect?.({ id: this.#session, ...how });
    const { browser } = await this.#tool<{ browser: string }>("open_session", how);
    await this.#tool("navigate", { url });
    this.#say(`Opened ${browser} ${this.#call.on("headed") ? "with a window" : "without a window"} and went to the built-in shop.`, [`open ${url}`]);

    const page = await this.#call.client.call("snapshot", { session: this.#session }, { form: "people", people: this.#call.people });
    this.#say("Looked at the page. Every element that matters has a ref:", ["snapshot"], page.text);

    const field = await this.#find("your name");
    await this.#tool("fill", { ref: field.ref, value: NAME });
    this.#say(`Asked for "your name", got the ${field.role} "${field.name}" as ${field.ref}, and typed ${NAME} into it.`, [`find "your name"`, `fill ${field.ref} ${NAME}`]);

    const goods = await this.#find("what would you like");
    await this.#tool("select", { ref: goods.ref, values: ["Honey, one jar"] });
    this.#say("Chose the honey.", [`select ${goods.ref} "Honey, one jar"`]);

    const button = await this.#find("place order button");
    await this.#tool("click", { ref: button.ref });
    this.#say(`Clicked "${button.name}"; the answer tells what changed on the page, not the whole page again.`, [`click ${button.ref}`]);

    const expected = `Thank you, ${NAME}! That makes 7.00.`;
    await this.#tool("verify_text", { selector: "[role=status]", text: expected });
    this.#say(`Checked that the page says "${expected}"`, [`verify-text "[role=status]" "${expected}"`]);
  }

  async end(): Promise<void> {
    await this.#call.client.call("close_session", { session: this.#session });
  }

  #window(): { headless?: boolean } {
    return this.#call.on("headed") ? { headless: false } : {};
  }

  async #find(query: string): Promise<Candidate> {
    const { candidates } = await this.#tool<{ candidates: Candidate[] }>("find", { query });
    const [best] = candidates;
    if (!best) throw refusalOf({ error: "not-found", message: `the demo's page has nothing that fits "${query}"` });
    return best;
  }

  async #tool<T extends object>(tool: string, input: Record<string, unknown>): Promise<T> {
    return this.#call.call<T>(tool, { session: this.#session, ...input });
  }

  #say(what: string, commands: string[], output = ""): void {
    this.#step++;
    if (this.#call.json) return;
    const { color } = this.#call.people;
    const dim = (text: string) => (color ? `\u001b[2m${text}\u001b[0m` : text);
    const lines = output === "" ? [] : output.split("\n");
    const shown = lines.length > PREVIEW_LINES ? [...lines.slice(0, PREVIEW_LINES), `… ${lines.length - PREVIEW_LINES} more lines`] : lines;
    print([`${this.#step}. ${what}`, ...commands.map((line) => dim(`   $ drover ${line}`)), ...shown.map((line) => `   ${line}`)].join("\n"));
  }
}

export async function demo(call: Invocation): Promise<number> {
  const server = http.createServer((request, response) => {
    const found = request.url === "/";
    response.writeHead(found ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(found ? app : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const tour = new Tour(call);
  try {
    await tour.take(url);
  } finally {
    await tour.end();
    server.closeAllConnections();
    server.close();
  }
  return call.show({ ok: true, steps: 6 }, next);
}

/** Who came by `npm start` has no command of that name yet. */
const drover = process.env["npm_lifecycle_event"] === undefined ? "drover" : "npx drover";

const next = `
That was Drover. The demo's session is closed; the daemon stays for the next command.
Try it yourself:
  ${drover} open example.com        a page of your own; add --headed to watch
  ${drover} snapshot                what is on it
  ${drover} repl                    the same, line by line
  ${drover} mcp                     for an agent: docs/mcp.md shows how to connect one
  ${drover} help                    everything else`;
