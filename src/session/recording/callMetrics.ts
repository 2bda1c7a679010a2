import { z } from "zod";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";

const counts = z.record(z.string(), z.number());

const savedShape = z.object({ callsByTool: counts, durationMsByTool: counts, errorsByTool: counts, tokensEstimateSum: z.number(), capabilityDenials: z.number() });

type Sums = z.infer<typeof savedShape>;

export interface Metrics extends Sums {
  sessionStartedAt: string;
  sessionDurationMs: number;
}

/** One call that has ended. */
export interface MeasuredCall {
  tool: string;
  ms: number;
  outcome: "done" | "failed" | "denied";
  tokens: number;
}

/** What was called on the session and what it cost, added up as calls end. It is saved when something else is, never for a call. */
export class CallMetrics implements SessionPart<Sums> {
  readonly saved = savedShape;
  readonly #session: Session;
  #sums: Sums = { callsByTool: {}, durationMsByTool: {}, errorsByTool: {}, tokensEstimateSum: 0, capabilityDenials: 0 };

  constructor(session: Session) {
    this.#session = session;
  }

  save(): Sums | undefined {
    return Object.keys(this.#sums.callsByTool).length > 0 ? this.#sums : undefined;
  }

  restore(sums: Sums): void {
    this.#sums = sums;
  }

  add({ tool, ms, outcome, tokens }: MeasuredCall): void {
    const sums = this.#sums;
    sums.callsByTool[tool] = (sums.callsByTool[tool] ?? 0) + 1;
    sums.durationMsByTool[tool] = (sums.durationMsByTool[tool] ?? 0) + ms;
    sums.tokensEstimateSum += tokens;
    if (outcome === "denied") sums.capabilityDenials++;
    if (outcome === "failed") sums.errorsByTool[tool] = (sums.errorsByTool[tool] ?? 0) + 1;
  }

  get all(): Metrics {
    const { openedAt } = this.#session.plan;
    return { ...structuredClone(this.#sums), sessionStartedAt: new Date(openedAt).toISOString(), sessionDurationMs: Date.now() - openedAt };
  }
}
