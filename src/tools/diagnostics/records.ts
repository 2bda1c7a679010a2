import { z } from "zod";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import { diagnosticShape, type Diagnostic } from "../../report/diagnostics/record.ts";
import type { DaemonContext } from "../context.ts";

/** What both readers of the records take. */
export const windowInput = {
  since: z.iso.datetime({ offset: true }).optional().describe("ISO time"),
  sessionId: z.string().min(1).max(200).optional().describe("only this session's"),
};

export interface Wanted {
  since?: string | undefined;
  sessionId?: string | undefined;
}

/** The records of the caller's workspace, as they were written. Lines that a crash tore are passed over; so are sessions that are somebody else's. */
export async function* recordsIn({ diagnostics, files, sessions, mayEnter }: DaemonContext, { since, sessionId }: Wanted): AsyncGenerator<Diagnostic> {
  await diagnostics.written();
  const from = since === undefined ? undefined : new Date(since).toISOString();
  for await (const line of diagnostics.lines(files.workspace, sessionId)) {
    const { data: record } = diagnosticShape.safeParse(unlessMalformed(() => JSON.parse(line) as unknown));
    if (!record || (from !== undefined && record.ts < from)) continue;
    const plan = sessions.planOf(record.sessionId);
    if (!plan || mayEnter(plan)) yield record;
  }
}
