import { mayFail } from "../../diagnosis/mayFail.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { CdpAccess, EngineBrowser } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../sessionPage.ts";
import { withConditions } from "./traceConditions.ts";

/** What DevTools' Performance panel records, as far as it tells why something is slow. */
export const defaultCategories = [
  "devtools.timeline",
  "loading",
  "blink.user_timing",
  "frame",
  "latency",
  "latencyInfo",
  "v8.execute",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-devtools.timeline.stack",
  "disabled-by-default-v8.cpu_profiler",
  "disabled-by-default-lighthouse",
];

/** Call stacks, which cost most besides a profile of every function. */
const stacks = "disabled-by-default-devtools.timeline.stack";
const costly = new Set(["disabled-by-default-v8.cpu_profiler", "v8.execute", "frame", "latency", "latencyInfo", stacks]);

/** What must not slow the page down that is being judged. */
export const lightCategories = ({ withStacks }: { withStacks: boolean }): string[] => defaultCategories.filter((category) => !costly.has(category) || (withStacks && category === stacks));

const BUFFER_KB = 400 * 1024;
const PIECE = 1024 * 1024;
const PAINT_MS = 500;
/** A browser has one trace at a time, whichever tab it is of. */
const tracing = new WeakMap<EngineBrowser, { session: string }>();

export interface StoppedTrace {
  page: SessionPage;
  categories: string[];
  durationMs: number;
  /** The buffer was full: what came later is not in it. */
  overflowed: boolean;
  /** The file's text as it comes out of the browser. */
  pieces: AsyncIterable<string>;
}

/** A trace that is being recorded. */
export class TraceRecording {
  readonly page: SessionPage;
  readonly categories: string[];
  readonly #cdp: CdpAccess;
  readonly #browser: EngineBrowser;
  readonly #startedAt = Date.now();
  #fullest = 0;
  #unwatch: () => void;

  static async start(page: SessionPage, categories: string[], bufferKb = BUFFER_KB): Promise<TraceRecording> {
    const { cdp } = page.engine;
    if (!cdp) throw new DroverError("unsupported-engine", "only Chromium can be traced");
    const { browser } = page.engine.context;
    const other = tracing.get(browser);
    if (other) throw busy(`session "${other.session}" is recording a trace in the same browser`, `Call perf_stop in session "${other.session}" first.`);
    const mine = { session: page.session.id };
    tracing.set(browser, mine);
    try {
      await cdp.send("Tracing.start", {
        transferMode: "ReturnAsStream",
        streamFormat: "json",
        bufferUsageReportingInterval: 500,
        traceConfig: { recordMode: "recordUntilFull", traceBufferSizeInKb: bufferKb, includedCategories: categories, excludedCategories: ["*"] },
      });
    } catch (cause) {
      tracing.delete(browser);
      if (page.engine.closed) throw cause;
      throw busy(`the browser does not begin a trace: ${(cause as Error).message}`, "A browser has one trace at a time: end the one that DevTools or another program records in it.", cause);
    }
    return new TraceRecording(page, categories, cdp, browser);
  }

  private constructor(page: SessionPage, categories: string[], cdp: CdpAccess, browser: EngineBrowser) {
    this.page = page;
    this.categories = categories;
    this.#cdp = cdp;
    this.#browser = browser;
    this.#unwatch = cdp.on("Tracing.bufferUsage", ({ percentFull }) => {
      if (typeof percentFull === "number") this.#fullest = Math.max(this.#fullest, percentFull);
    });
  }

  /** Ends it; the browser keeps the file until `pieces` was read to its end. */
  async stop(): Promise<StoppedTrace> {
    // An input counts when its effect has been painted, which the answer to it does not wait for. A page that draws nothing is not waited for.
    await settledWithin(PAINT_MS, this.page.engine.mainFrame.ask("painted", null));
    const durationMs = Date.now() - this.#startedAt;
    const { stream, dataLossOccurred } = await this.#end();
    return {
      page: this.page,
      categories: this.categories,
      durationMs,
      overflowed: dataLossOccurred === true || this.#fullest >= 0.99,
      pieces: withConditions(this.#read(String(stream)), this.page.session.parts.throttle.conditions),
    };
  }

  /** Ends it for nobody. */
  async discard(): Promise<void> {
    const { stream } = await this.#end();
    await mayFail(this.#cdp.send("IO.close", { handle: String(stream) }), "the browser forgets a trace with its page");
  }

  /** The page is gone, and the trace with it. */
  lost(): void {
    this.#unwatch();
    tracing.delete(this.#browser);
  }

  async #end(): Promise<Record<string, unknown>> {
    let off = (): void => undefined;
    const completed = new Promise<Record<string, unknown>>((resolve) => {
      off = this.#cdp.on("Tracing.tracingComplete", resolve);
    });
    try {
      await this.#cdp.send("Tracing.end");
      return await Promise.race([completed, this.#untilClosed()]);
    } finally {
      off();
      this.lost();
    }
  }

  #untilClosed(): Promise<never> {
    return new Promise((_, reject) => {
      this.page.engine.events.once("closed", () => reject(new DroverError("page-closed", "the page was closed while its trace was being written")));
    });
  }

  async *#read(handle: string): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    try {
      for (let eof = false; !eof; ) {
        const part = await this.#cdp.send("IO.read", { handle, size: PIECE });
        const data = String(part["data"]);
        yield part["base64Encoded"] ? decoder.decode(Buffer.from(data, "base64"), { stream: true }) : data;
        eof = part["eof"] === true;
      }
    } finally {
      await mayFail(this.#cdp.send("IO.close", { handle }), "the browser forgets a trace with its page");
    }
  }
}

const busy = (message: string, hint: string, cause?: unknown): DroverError => new DroverError("refused", message, { hint, cause });
