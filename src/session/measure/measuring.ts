import { mayFail } from "../../diagnosis/mayFail.ts";
import type { Growth } from "../../analysis/heap/memoryDiff.ts";
import type { SessionPart } from "../part.ts";
import type { SessionPage } from "../sessionPage.ts";
import { CoverageTracking, type CoverageFacts } from "./coverageTracking.ts";
import { TraceRecording, type StoppedTrace } from "./traceRecording.ts";

/** What a session measures: a trace and the coverage of code, one of each at a time. Nothing of it outlives the daemon. */
export class Measuring implements SessionPart {
  /** What the last `memory_diff` found, for the audit. */
  growth: readonly Growth[] | undefined;
  #trace: TraceRecording | undefined;
  #coverage: CoverageTracking | undefined;
  /** Why the trace that somebody believes to be recorded is not. */
  #lostTrace: string | undefined;

  /** One that is being recorded is given up for it. */
  async startTrace(page: SessionPage, categories: string[]): Promise<{ restarted: boolean }> {
    const restarted = await this.discardTrace();
    this.#lostTrace = undefined;
    this.#trace = await TraceRecording.start(page, categories);
    return { restarted };
  }

  /** Undefined when none is recorded, or why it is not any more. */
  async stopTrace(): Promise<StoppedTrace | { lost: string } | undefined> {
    const trace = this.#trace;
    const lost = this.#lostTrace;
    this.#trace = undefined;
    this.#lostTrace = undefined;
    return trace ? trace.stop() : lost === undefined ? undefined : { lost };
  }

  /** Whether there was one. */
  async discardTrace(): Promise<boolean> {
    const trace = this.#trace;
    this.#trace = undefined;
    if (trace) await mayFail(trace.discard(), "a trace may be gone with its page");
    return trace !== undefined;
  }

  async startCoverage(page: SessionPage): Promise<{ restarted: boolean; startedAt: number }> {
    const restarted = await this.discardCoverage();
    this.#coverage = await CoverageTracking.start(page);
    return { restarted, startedAt: this.#coverage.startedAt };
  }

  async stopCoverage(): Promise<CoverageFacts | undefined> {
    const coverage = this.#coverage;
    this.#coverage = undefined;
    return coverage?.stop();
  }

  async discardCoverage(): Promise<boolean> {
    const coverage = this.#coverage;
    this.#coverage = undefined;
    await coverage?.discard();
    return coverage !== undefined;
  }

  forget(page: SessionPage): void {
    if (this.#coverage?.page === page) this.#coverage = undefined;
    if (this.#trace?.page !== page) return;
    this.#trace.lost();
    this.#trace = undefined;
    this.#lostTrace = "the page was closed while it was traced, and what was recorded is gone with it";
  }

  async end(): Promise<void> {
    await Promise.all([this.discardTrace(), this.discardCoverage()]);
  }

  letGo(): Promise<void> {
    return this.end();
  }
}
