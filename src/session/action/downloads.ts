import type { DownloadStarted } from "../../engine/port.ts";
import type { Session } from "../session.ts";
import type { DownloadReport } from "./actionResult.ts";

/** Turns a download that an action started into what its result says; undefined when the session does not capture them. */
export type DescribeDownload = (download: DownloadStarted) => DownloadReport | undefined;

const describers = new WeakMap<Session, DescribeDownload>();

/** For whoever captures the downloads of a session. Without it, results do not mention downloads. */
export function describeDownloadsWith(session: Session, describe: DescribeDownload | undefined): void {
  if (describe) describers.set(session, describe);
  else describers.delete(session);
}

export function downloadReports(session: Session, downloads: readonly DownloadStarted[]): DownloadReport[] {
  const describe = describers.get(session);
  return describe ? downloads.map(describe).filter((report) => report !== undefined) : [];
}
