import { type Mask, frameLine } from "../diagnosis/frameLine.ts";
import { frameLogs } from "../diagnosis/frameLog.ts";
import { swallowedFailures } from "../diagnosis/mayFail.ts";
import type { DaemonReport } from "../protocol/messages.ts";

/** What this process remembers of late: it leaves the machine when somebody attaches it to a bug. */
export function daemonReport(mask: Mask): DaemonReport {
  return {
    connections: frameLogs().map((log) => ({
      name: mask(log.name),
      openedAt: log.openedAt,
      ...(log.endedAt !== undefined && { endedAt: log.endedAt }),
      frames: log.frames().map((frame) => frameLine(frame, mask)),
    })),
    swallowed: swallowedFailures().map(({ stack, ...failure }) => ({
      ...failure,
      message: mask(failure.message),
      ...(stack !== undefined && { stack: mask(stack) }),
    })),
  };
}
