import type { EventEmitter } from "node:events";
import type { AnswerChallenge, CdpAccess, PausedRequest } from "../port.ts";
import type { EnginePageEvents } from "./events.ts";

export interface EngineWorker {
  readonly id: string;
  readonly type: "web" | "service" | "shared";
  readonly url: string;
  readonly state?: "stopped" | "starting" | "running" | "stopping";
  evaluate(expression: string): Promise<unknown>;
  /** Chromium only: runs before the worker's own script. To be called while the worker waits; one that has begun does not run it. */
  runFirst?(script: string): void;
  /** Posts a message to the worker as its page would. */
  post(message: string): Promise<void>;
  /** Chromium only: the raw protocol; undefined while the worker does not run. */
  readonly cdp?: CdpAccess | undefined;
}

/** A worker that belongs to the context and not to one of its pages. */
export interface EngineContextWorker extends EngineWorker {
  readonly type: "service" | "shared";
  /** What it prints, throws and asks for by itself. */
  readonly events: EventEmitter<EnginePageEvents>;
  responseBody(requestId: string): Promise<{ body: string; base64Encoded: boolean }>;
  intercept(handler: ((request: PausedRequest) => void) | undefined, challenged?: AnswerChallenge): Promise<void>;
}

export interface EngineServiceWorker extends EngineContextWorker {
  readonly type: "service";
}

export interface EngineSharedWorkers {
  readonly events: EventEmitter<{
    /** Fired before the worker's first script. */
    started: [EngineContextWorker];
    gone: [EngineContextWorker];
  }>;
  /** Those that run. */
  all(): EngineContextWorker[];
}

export interface EngineServiceWorkers {
  readonly events: EventEmitter<{
    /** Fired before the worker's first script, and again each time the browser starts it after a stop. */
    started: [EngineServiceWorker];
    gone: [EngineServiceWorker];
  }>;
  /** Those that run or have run since the browser was reached. */
  running(): EngineServiceWorker[];
  /** Every registered worker of the context, running or stopped. */
  list(): Promise<EngineServiceWorker[]>;
}
