import { z } from "zod";
import type { SessionPage } from "../../session/sessionPage.ts";
import type { Session } from "../../session/session.ts";

export const chromiumOnly = (why: string) => ({ chromium: "full", firefox: { none: why } }) as const;

export const conditionsShape = z.object({
  cpuThrottleRate: z.number(),
  network: z.object({ offline: z.boolean(), latencyMs: z.number(), downloadBps: z.number(), uploadBps: z.number(), packetLoss: z.number().optional() }).optional(),
});

/** What cpu_emulate and network_emulate made of the machine: a number says little without it. */
export const conditionsOf = ({ parts }: Session): z.infer<typeof conditionsShape> => parts.throttle.conditions;

/** What somebody should know whose browser it is. */
export const inTheirBrowser = ({ mode }: Session, done: string): { warning?: string } =>
  mode === "attached" ? { warning: `This browser is not Drover's own: ${done}` } : {};

/** Where a page is looked at while it does what it does. */
export const windowInput = { durationMs: z.number().int().min(100).max(30_000).optional() };

export const windowDeadline = ({ durationMs = 5_000 }: { durationMs?: number | undefined }): number => durationMs + 60_000;

/** Lets the page be for a while; ends early when the call does, and tells when the page goes. */
export async function watchFor(page: SessionPage, ms: number, signal: AbortSignal): Promise<"whole" | "closed"> {
  return new Promise((resolve, reject) => {
    const done = (how: "whole" | "closed") => {
      clearTimeout(timer);
      page.engine.events.off("closed", closed);
      signal.removeEventListener("abort", aborted);
      resolve(how);
    };
    const closed = () => done("closed");
    const aborted = () => {
      done("whole");
      reject(signal.reason as Error);
    };
    const timer = setTimeout(done, ms, "whole");
    page.engine.events.once("closed", closed);
    signal.addEventListener("abort", aborted, { once: true });
    if (page.engine.closed) closed();
  });
}
