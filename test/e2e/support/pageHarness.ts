/**
 * Runs Drover's page code in a real Chromium without a daemon: starts the browser, speaks CDP, puts the bundled page code into
 * an isolated world and calls it. For tests of `src/page/**` alone.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { WebSocket } from "ws";
import { PAGE_CODE_GLOBAL, type PageApi, type PageFault } from "../../../src/page/api.ts";

type Json = Record<string, unknown>;

class Cdp {
  readonly #socket: WebSocket;
  #nextId = 1;
  #waiting = new Map<number, { resolve: (value: Json) => void; reject: (reason: Error) => void }>();
  #listeners = new Set<(method: string, params: Json, sessionId: string | undefined) => void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#receive(JSON.parse(String(data))));
  }

  #receive(message: {
    id?: number;
    result?: Json;
    error?: { message: string };
    method?: string;
    params?: Json;
    sessionId?: string;
  }) {
    if (message.id === undefined) {
      for (const listener of this.#listeners) listener(message.method ?? "", message.params ?? {}, message.sessionId);
      return;
    }
    const waiter = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiter?.reject(new Error(message.error.message));
    else waiter?.resolve(message.result ?? {});
  }

  send<T = Json>(method: string, params: Json = {}, sessionId?: string): Promise<T> {
    const id = this.#nextId++;
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve: resolve as (value: Json) => void, reject }));
  }

  once(method: string, sessionId: string): Promise<Json> {
    return new Promise((resolve) => {
      const listener = (name: string, params: Json, from: string | undefined) => {
        if (name !== method || from !== sessionId) return;
        this.#listeners.delete(listener);
        resolve(params);
      };
      this.#listeners.add(listener);
    });
  }

  close(): void {
    this.#socket.close();
  }
}

async function endpointOf(browser: ChildProcess): Promise<string> {
  let output = "";
  for await (const chunk of browser.stderr ?? []) {
    output += String(chunk);
    const found = /DevTools listening on (ws:\/\/\S+)/.exec(output)?.[1];
    if (found) return found;
  }
  throw new Error(`Chromium did not start: ${output}`);
}

export class PageCodeRefusal extends Error {
  readonly code: string;
  readonly details: PageFault;

  constructor(error: PageFault) {
    super(error.message);
    this.code = error.code;
    this.details = error;
  }
}

export class HarnessPage {
  readonly #cdp: Cdp;
  readonly sessionId: string;
  readonly frameId: string;
  readonly #pageCode: string;
  #world: number | undefined;
  nextRef = 1;

  constructor(cdp: Cdp, sessionId: string, frameId: string, pageCode: string) {
    this.#cdp = cdp;
    this.sessionId = sessionId;
    this.frameId = frameId;
    this.#pageCode = pageCode;
  }

  cdp<T = Json>(method: string, params: Json = {}): Promise<T> {
    return this.#cdp.send<T>(method, params, this.sessionId);
  }

  /** Loads HTML as the page's document. */
  async show(html: string): Promise<void> {
    this.#world = undefined;
    const loaded = this.#cdp.once("Page.loadEventFired", this.sessionId);
    await this.cdp("Page.navigate", { url: "about:blank" });
    await loaded;
    await this.cdp("Page.setDocumentContent", { frameId: this.frameId, html: `<!doctype html>${html}` });
  }

  /** Runs an expression in the page's own world. */
  async run<T = unknown>(expression: string): Promise<T> {
    return this.#evaluate<T>(expression, {});
  }

  async #evaluate<T>(expression: string, where: Json): Promise<T> {
    const { result, exceptionDetails } = await this.cdp<{
      result: { value: T };
      exceptionDetails?: { exception?: { description?: string }; text: string };
    }>("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true, ...where });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async ask<K extends keyof PageApi>(name: K, arg: Parameters<PageApi[K]>[0]): Promise<Awaited<ReturnType<PageApi[K]>>> {
    if (this.#world === undefined) {
      const { executionContextId } = await this.cdp<{ executionContextId: number }>("Page.createIsolatedWorld", {
        frameId: this.frameId,
        worldName: "drover",
      });
      await this.#evaluate(this.#pageCode, { contextId: executionContextId });
      this.#world = executionContextId;
    }
    const call = `${PAGE_CODE_GLOBAL}(${JSON.stringify(name)}, ${JSON.stringify(JSON.stringify(arg))})`;
    const answer = JSON.parse(await this.#evaluate<string>(call, { contextId: this.#world })) as {
      value: Awaited<ReturnType<PageApi[K]>>;
      error?: PageFault;
    };
    if (answer.error) throw new PageCodeRefusal(answer.error);
    return answer.value;
  }
}

export interface Harness {
  page(size?: { width: number; height: number; scale?: number }): Promise<HarnessPage>;
  close(): Promise<void>;
}

export async function startHarness(): Promise<Harness> {
  const bundle = await build({
    entryPoints: [path.resolve("src/page/pageCode.ts")],
    bundle: true,
    format: "iife",
    write: false,
    target: "es2022",
  });
  const pageCode = bundle.outputFiles[0]?.text ?? "";
  const profile = mkdtempSync(path.join(os.tmpdir(), "drover-harness-"));
  const browser = spawn(
    process.env["DROVER_TEST_CHROMIUM"] ?? "/usr/bin/chromium",
    [
      "--headless=new",
      "--no-sandbox",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  const socket = new WebSocket(await endpointOf(browser));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const cdp = new Cdp(socket);

  return {
    async page(size = { width: 1280, height: 720 }) {
      const { targetId } = await cdp.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await cdp.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
      await cdp.send("Page.enable", {}, sessionId);
      await cdp.send(
        "Emulation.setDeviceMetricsOverride",
        { width: size.width, height: size.height, deviceScaleFactor: size.scale ?? 1, mobile: false },
        sessionId,
      );
      const { frameTree } = await cdp.send<{ frameTree: { frame: { id: string } } }>("Page.getFrameTree", {}, sessionId);
      return new HarnessPage(cdp, sessionId, frameTree.frame.id, pageCode);
    },
    async close() {
      await cdp.send("Browser.close").catch(() => undefined);
      cdp.close();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
