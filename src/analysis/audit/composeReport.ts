import { severities, type AuditContext, type CategoryReport, type Issue, type Severity } from "./auditContext.ts";
import { analyserOf, type AuditCategory } from "./categories.ts";

export interface AuditReport {
  summary: { score: number; topIssues: { category: AuditCategory; severity: Severity; title: string }[] };
  byCategory: Partial<Record<AuditCategory, CategoryReport>>;
  warnings: string[];
}

const weights: Record<Severity, number> = { high: 10, medium: 4, low: 1 };
const MAX_TOP = 5;
/** Of each category, in a summary. */
const MAX_OF_CATEGORY = 3;
const SUMMARY_TOKENS = 2_000;

/** Judges, scores, and for a summary leaves out what is least. The score counts every issue, told or not. */
export function composeReport(context: AuditContext, categories: readonly AuditCategory[], format: "summary" | "full"): AuditReport {
  const whole = categories.map((category) => ({ category, ...analyserOf(category)(context) }));
  const all = whole.flatMap(({ category, issues }) => issues.map((issue) => ({ category, ...issue })));
  const lost = all.reduce((sum, { severity }) => sum + weights[severity], 0);
  const bySeverity = all.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  const summary = { score: Math.max(0, 100 - lost), topIssues: bySeverity.slice(0, MAX_TOP).map(({ category, severity, title }) => ({ category, severity, title })) };
  if (format === "full") return { summary, byCategory: named(whole), warnings: [] };
  const capped = whole.map(({ category, issues, remediations }) => ({ category, issues: issues.slice(0, MAX_OF_CATEGORY), remediations: remediations.slice(0, MAX_OF_CATEGORY) }));
  const hidden = all.length - capped.reduce((sum, { issues }) => sum + issues.length, 0);
  const dropped = fitInto(SUMMARY_TOKENS, capped);
  return {
    summary,
    byCategory: named(capped),
    warnings: [
      ...(hidden > 0 ? [`${hidden} more issues are left out of the summary; format:"full" has them.`] : []),
      ...(dropped > 0 ? [`${dropped} issues of low or medium severity were dropped to keep to ${SUMMARY_TOKENS} tokens; format:"full" has them.`] : []),
    ],
  };
}

interface NamedReport extends CategoryReport {
  category: AuditCategory;
}

const named = (reports: NamedReport[]): AuditReport["byCategory"] => Object.fromEntries(reports.map(({ category, issues, remediations }) => [category, { issues, remediations }]));

const tokensOf = (reports: NamedReport[]): number => Math.ceil(JSON.stringify(named(reports)).length / 4);

/** Drops low, then medium issues, the last first, until the rest fits. Returns how many. */
function fitInto(tokens: number, reports: NamedReport[]): number {
  let dropped = 0;
  for (const severity of ["low", "medium"] as const)
    for (const report of reports.toReversed())
      while (tokensOf(reports) > tokens) {
        const at = report.issues.findLastIndex((issue: Issue) => issue.severity === severity);
        if (at === -1) break;
        report.issues.splice(at, 1);
        dropped++;
      }
  return dropped;
}
