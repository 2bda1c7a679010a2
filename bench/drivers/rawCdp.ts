import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { footprintOf } from "../processes.ts";
import type { Workplace } from "../workplace.ts";
import { environment } from "./command.ts";
import { type Answer, type Driver, type Field, type RunningTool, bySelector, textAnswer } from "./driver.ts";

interface Reply {
  id?: number;
  method?: string;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** The least that can be between a program and a page: one WebSocket, one attached target, no checks. */
class CdpSession {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>();
  readonly #listening = new Map<string, () => void>();
  #lastId = 0;
  #sessionId: string | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Reply));
  }

  static async attach(endpoint: string): Promise<CdpSession> {
    const socket = new WebSocket(endpoint, { perMessageDeflate: false, maxPayload: 512 * 1_048_576 });
    await once(socket, "open");
    const session = new CdpSession(socket);
    const { targetId } = await session.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: true });
    session.#sessionId = String(sessionId);
    await session.send("Page.enable");
    await session.send("Emulation.setDeviceMetricsOverride", { width: 1280, height: 720, deviceScaleFactor: 1, mobile: false });
    return session;
  }

  send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    const session = this.#sessionId === undefined ? {} : { sessionId: this.#sessionId };
    this.#socket.send(JSON.stringify({ id, method, params, ...session }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  next(method: string): Promise<void> {
    return new Promise((resolve) => this.#listening.set(method, resolve));
  }

  close(): void {
    this.#socket.close();
  }

  #receive({ id, method, result, error }: Reply): void {
    if (method !== undefined) {
      this.#listening.get(method)?.();
      this.#listening.delete(method);
    }
    const call = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || call === undefined) return;
    this.#waiting.delete(id);
    if (error) call.reject(new Error(error.message));
    else call.resolve(result ?? {});
  }
}

/** Every element once, with its own text: no tool that shows a page can do less. */
export const rawWalk = `(() => {
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    let text = "";
    for (const child of node.childNodes) if (child.nodeType === 3) text += child.data.trim();
    lines.push(node.localName + " " + text);
  }
  return lines.join("\\n");
})()`;

async function portOf(profile: string, browser: ChildProcess): Promise<string> {
  for (;;) {
    if (browser.exitCode !== null) throw new Error(`Chromium ended with ${browser.exitCode}`);
    try {
      const [port, address] = readFileSync(path.join(profile, "DevToolsActivePort"), "utf8").split("\n");
      if (address) return `ws://127.0.0.1:${port}${address}`;
    } catch {
      // Not written yet.
    }
    await pause(5);
  }
}

async function start(workplace: Workplace, domains: readonly string[] = []): Promise<RunningTool> {
  const folder = workplace.folder("raw-cdp");
  const browser = spawn(workplace.chromium, ["--headless", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"], {
    stdio: "ignore",
    env: environment(),
  });
  const session = await CdpSession.attach(await portOf(folder, browser));
  for (const domain of domains) await session.send(`${domain}.enable`);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await session.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    return (result as { value?: unknown }).value;
  };
  const evaluated = async (expression: string): Promise<Answer> => textAnswer(String(await evaluate(expression)));
  const type = async (selector: string, { value }: Field): Promise<void> => {
    await evaluate(`document.querySelector(${JSON.stringify(selector)}).select()`);
    await session.send("Input.insertText", { text: value });
  };
  return {
    open: async (url) => {
      const loaded = session.next("Page.loadEventFired");
      await session.send("Page.navigate", { url });
      await loaded;
      return textAnswer("");
    },
    evaluate: evaluated,
    snapshot: () => evaluated(rawWalk),
    find: (words) => evaluated(`${rawWalk}.split("\\n").filter((line) => line.includes(${JSON.stringify(words)})).join("\\n")`),
    locate: bySelector,
    click: async (selector) => {
      const [x, y] = (await evaluate(
        `(() => { const b = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`,
      )) as [number, number];
      const at = { x, y, button: "left", clickCount: 1 };
      await Promise.all([
        session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...at }),
        session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at }),
      ]);
      return textAnswer("");
    },
    fillForm: async (fields) => {
      for (const { handle, field } of fields) await type(handle, field);
      return textAnswer("");
    },
    screenshot: async () => {
      const { data } = await session.send("Page.captureScreenshot", { format: "png" });
      return { text: "", imageBytes: String(data).length * 0.75 };
    },
    footprint: async () => footprintOf(folder),
    stop: async () => {
      session.close();
      browser.kill();
      if (browser.exitCode === null) await once(browser, "exit");
    },
  };
}

export const rawCdp: Driver = {
  name: "raw CDP",
  package: "ws",
  surface: "floor",
  notes: ["no checks, no waiting, no result: the least a click can cost", "its snapshot is one walk over all elements"],
  start: (workplace) => start(workplace),
};

/** What any tool that reports requests and console lines makes the browser do, with nobody who keeps them. */
export const rawCdpListening: Driver = {
  ...rawCdp,
  name: "raw CDP, told of everything",
  notes: ["the browser tells it of requests and console lines, and it drops them"],
  start: (workplace) => start(workplace, ["Network", "Runtime", "Log"]),
};
