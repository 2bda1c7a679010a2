import { type Mask, frameLine } from "../diagnosis/frameLine.ts";
import { frameLogs } from "../diagnosis/frameLog.ts";
import { swallowedFailures } from "../diagnosis/mayFail.ts";
import type { DaemonReport } from "../protocol/messages.ts";
import { redactUrlsIn } from "../security/redactUrl.ts";

interface ReportSources {
  /** Takes out what must not leave; addresses are cut in any case. */
  mask?: Mask;
  /** The last calls, a line each. */
  calls?: readonly string[];
}

/** What this process remembers of late: it leaves the machine when somebody attaches it to a bug. */
export function daemonReport({ mask = (text) => text, calls = [] }: ReportSources = {}): DaemonReport {
  const safe: Mask = (text) => redactUrlsIn(mask(text));
  return {
    connections: frameLogs().map((log) => ({
      name: safe(log.name),
      openedAt: log.openedAt,
      ...(log.endedAt !== undefined && { endedAt: log.endedAt }),
      frames: log.frames().map((frame) => frameLine(frame, safe)),
    })),
    swallowed: swallowedFailures().map(({ stack, ...failure }) => ({
      ...failure,
      message: safe(failure.message),
      ...(stack !== undefined && { stack: safe(stack) }),
    })),
    calls: calls.map(safe),
  };
}
