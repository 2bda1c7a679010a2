import type { ScriptCoverage, SheetCoverage } from "../coverage/coverageReport.ts";
import type { Growth } from "../heap/memoryDiff.ts";
import type { TraceFacts } from "../trace/traceFacts.ts";

/** A resource that the page loaded, before the window or in it. Times are from the start of its document. */
export interface LoadedResource {
  url: string;
  /** document, stylesheet, script, image, font, fetch, … */
  type: string;
  startMs: number;
  durationMs: number;
  bytes?: number;
  renderBlocking: boolean;
  /** Null when the answer has none; undefined when the answer is not known any more. */
  cacheControl?: string | null;
}

/** All that an audit looks at. */
export interface AuditContext {
  trace: TraceFacts;
  scripts: ScriptCoverage[];
  sheets: SheetCoverage[];
  resources: LoadedResource[];
  /** What memory_diff found last in this session. */
  growth?: readonly Growth[];
}

export const severities = ["high", "medium", "low"] as const;
export type Severity = (typeof severities)[number];

export interface Issue {
  severity: Severity;
  title: string;
  detail?: string;
  url?: string;
}

export interface CategoryReport {
  issues: Issue[];
  remediations: string[];
}

/** One thing that an audit judges. It gives no remediations where there are no issues. */
export type Analyser = (context: AuditContext) => CategoryReport;
