import { z } from "zod";
import type { Exported } from "../../session/capture/exportPage.ts";

export const exportFormat = z.enum(["directory", "single-file"]);

export const exportOutput = {
  path: z.string(),
  sizeBytes: z.number(),
  resourceCount: z.number(),
  droppedCount: z.number(),
  warnings: z.array(z.string()),
};

/** The most that may be asked for: beyond it nothing opens a page in one piece. */
export const MAX_SIZE_MB = 4096;

/** Always said first: masks would break what is written, so there are none. */
export const unmasked = (what: string): string => `${what} output is UNMASKED: it may carry credentials. Treat it like a password.`;

export const exportDeadline = (): number => 300_000;

export function exportResult(exported: Exported, what: string) {
  return { ...exported, warnings: [unmasked(what), ...exported.warnings] };
}
