import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { capturedPart } from "../../exit/tells.ts";
import { DroverError } from "../../protocol/errors.ts";
import { networkReportShape, summarize } from "../../session/action/networkReport.ts";
import { frameFactsShape } from "../../session/frameFacts.ts";
import type { NetworkEntry } from "../../session/networkLog.ts";
import { readFrame } from "../../session/reading.ts";
import type { Session } from "../../session/session.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { defineTool } from "../defineTool.ts";

const MAX_WATCH_MS = 60_000;
const DEFAULT_SAMPLE_MS = 250;
const MAX_FRAMES = 50;
const PAYLOAD = 500;

const regionOutput = z.object({
  role: z.string(),
  name: z.string(),
  ref: z.string(),
  appearedAtMs: z.number(),
  disappearedAtMs: z.number().nullable(),
});

type SeenRegion = z.output<typeof regionOutput>;

const frameOutput = frameFactsShape.pick({ url: true, dir: true, kind: true, payload: true, truncated: true, ts: true });

/** Regions as they come and go. One that comes back is a new appearance. */
class RegionLog {
  readonly regions: SeenRegion[] = [];
  #present = new Map<string, SeenRegion>();

  sample(now: { role: string; name: string; ref: string }[], atMs: number): void {
    const present = new Map<string, SeenRegion>();
    for (const region of now) {
      const known = this.#present.get(region.ref);
      if (known) known.name ||= region.name;
      const seen = known ?? { ...region, appearedAtMs: atMs, disappearedAtMs: null };
      if (!known) this.regions.push(seen);
      present.set(region.ref, seen);
    }
    for (const [ref, region] of this.#present) if (!present.has(ref)) region.disappearedAtMs = atMs;
    this.#present = present;
  }
}

/** What the session's buffers took in during a window. */
function recordTraffic(session: Session, page: SessionPage) {
  const errors: string[] = [];
  let warnings = 0;
  const requests: NetworkEntry[] = [];
  const wsFrames: z.output<typeof frameOutput>[] = [];
  const listening = new AbortController();
  const on = <K extends "console" | "pageerror" | "request" | "socketframe">(
    event: K,
    listener: Parameters<typeof session.events.on<K>>[1],
  ) => {
    session.events.on(event, listener);
    listening.signal.addEventListener("abort", () => session.events.off(event, listener));
  };
  on("console", (from, message) => {
    if (from !== page) return;
    if (message.level === "error") errors.push(message.text);
    if (message.level === "warning") warnings++;
  });
  on("pageerror", (from, error) => {
    if (from === page) errors.push(error.message);
  });
  on("request", (from, entry) => {
    if (from === page) requests.push(entry);
  });
  on("socketframe", (from, { url, dir, kind, payload, ts }) => {
    if (from !== page || wsFrames.length >= MAX_FRAMES) return;
    wsFrames.push({
      url,
      dir,
      kind,
      payload: payload.slice(0, PAYLOAD),
      ...(payload.length > PAYLOAD && { truncated: true as const }),
      ts,
    });
  });
  return {
    stop: () => {
      listening.abort();
      return { console: { errors, warnings }, network: summarize(requests), wsFrames };
    },
  };
}

export const watch = defineTool({
  name: "watch",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  concurrent: true,
  deadline: ({ durationMs }) => Math.min(durationMs, MAX_WATCH_MS) + 5000,
  summary: "Watch for a while: dialogs, alerts and messages that come and go, console, network, sockets.",
  details: "`disappearedAtMs: null` was still there at the end. At most 60 seconds.",
  input: z.object({ durationMs: z.int().min(1), sampleMs: z.int().min(16).optional() }),
  output: z.object({
    durationMs: z.number(),
    samples: z.number(),
    regions: z.array(regionOutput),
    console: capturedPart(z.object({ errors: z.array(z.string()), warnings: z.number() })),
    network: capturedPart(networkReportShape),
    wsFrames: capturedPart(z.array(frameOutput)),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ durationMs: 5000 }],
  run: async ({ page, session, signal, warn }, input) => {
    const durationMs = Math.min(input.durationMs, MAX_WATCH_MS);
    if (durationMs < input.durationMs) warn(`durationMs was cut to ${MAX_WATCH_MS}`);
    const sampleMs = input.sampleMs ?? DEFAULT_SAMPLE_MS;
    const traffic = recordTraffic(session, page);
    const log = new RegionLog();
    const start = performance.now();
    let samples = 0;
    try {
      for (let atMs = 0; atMs <= durationMs; atMs = performance.now() - start) {
        // Between two documents there is nothing to see; the next sample looks again.
        const seen = await mayFail(readFrame(page, page.engine.mainFrame, "transientRegions", {}), "a page may go away while it is watched");
        if (page.engine.closed) throw new DroverError("page-closed", "the page was closed while it was watched");
        samples++;
        log.sample(seen?.regions ?? [], Math.round(atMs));
        const rest = Math.min(start + samples * sampleMs, start + durationMs + 1) - performance.now();
        await delay(Math.max(0, rest), undefined, { signal });
      }
      return { durationMs, samples, regions: log.regions, ...traffic.stop() };
    } finally {
      traffic.stop();
    }
  },
});
