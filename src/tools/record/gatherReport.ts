import { existsSync } from "node:fs";
import { hasFailed, requestFacts } from "../../session/requestFacts.ts";
import type { ReportCall, ReportData } from "../../report/session/reportData.ts";
import type { Session } from "../../session/session.ts";
import type { DaemonContext } from "../context.ts";

const MAX_CALLS = 1000;

/** Everything that is known of a session, masked and redacted: it is going into a file. */
export async function gatherReport({ calls, files }: DaemonContext, session: Session, note: string | undefined): Promise<ReportData> {
  const { parts, exit, plan, activePage, config } = session;
  const told = calls.last(MAX_CALLS, (call) => call.session === session.id).map((call): ReportCall => ({ ...call, ...parts.evidence.of(call.id) }));
  const pictures = [...new Set(told.flatMap(({ before = "", after = "" }) => [before, after]))].filter((id) => id !== "").map((id) => [id, parts.evidence.fileOf(id)] as const);
  const kept = await files.list({ session: session.id });
  const redact = config.redactUrls !== false;
  const traffic = {
    url: activePage?.url ?? "",
    network: parts.network.entries.toArray().map((entry) => {
      const { requestId: id, ms, ...facts } = requestFacts(entry);
      return { id, ...facts, ms, startedAt: entry.startedAt, ...(entry.bytes !== undefined && { bytes: entry.bytes }) };
    }),
    console: parts.console.entries.toArray().map(({ ts, type, text, count, uncaught }) => ({ ts, level: type, text, count, ...(uncaught && { uncaught }) })),
  };
  const data: ReportData = {
    session: session.id,
    engine: session.engine,
    title: activePage?.title ?? "",
    generatedAt: Date.now(),
    startedAt: told[0]?.ts ?? plan.openedAt,
    ...(note !== undefined && { note }),
    viewport: plan.viewport ?? { width: 1280, height: 720 },
    calls: told.toSorted((a, b) => a.ts - b.ts),
    ...(exit.event("traffic", traffic, { redact }) as typeof traffic),
    questions: parts.evidence.questions,
    downloads: parts.downloads.list().map(({ suggestedFilename, sizeBytes }) => ({ name: suggestedFilename, bytes: sizeBytes })),
    files: kept.filter(({ kind }) => kind !== "download" && kind !== "report").map(({ kind, path, bytes, modifiedAt }) => ({ kind, path: files.workspace.path(path).replace(`${files.workspace.folder}/`, ""), bytes, modifiedAt })),
    metrics: parts.metrics.all,
    pictures: {},
  };
  return { ...exit.masked(data), pictures: Object.fromEntries(pictures.filter(([, file]) => existsSync(file))) };
}

/** The requests in few words. */
export function trafficOf({ parts }: Session, limit: number) {
  const entries = parts.network.entries.toArray();
  const byType: Record<string, number> = {};
  for (const { type } of entries) byType[type] = (byType[type] ?? 0) + 1;
  return { total: entries.length, byType, failed: entries.filter(hasFailed).length, recent: entries.slice(-limit).map(requestFacts) };
}
