import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import { severities, type LoadedResource } from "../../analysis/audit/auditContext.ts";
import { auditCategories, type AuditCategory } from "../../analysis/audit/categories.ts";
import { composeReport } from "../../analysis/audit/composeReport.ts";
import type { CoverageReport } from "../../analysis/coverage/coverageReport.ts";
import type { TraceFacts } from "../../analysis/trace/traceFacts.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { DroverError } from "../../protocol/errors.ts";
import { lightCategories } from "../../session/measure/traceRecording.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { reportOf } from "./coverage.ts";
import { chromiumOnly, conditionsOf, conditionsShape, inTheirBrowser, watchFor, windowDeadline, windowInput } from "./shapes.ts";

const severity = z.enum(severities);
const category = z.enum(auditCategories);
const report = z.object({
  issues: z.array(z.object({ severity, title: z.string(), detail: z.string().optional(), url: z.string().optional() })),
  remediations: z.array(z.string()),
});

export const perfAudit = defineTool({
  name: "perf_audit",
  family: "performance",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "traffic",
  concurrent: "behind",
  deadline: windowDeadline,
  summary: "Watch the page for a while and say what to fix: a score, issues by category, remedies.",
  details: `Records a trace and, for unused-code, the coverage of code for \`durationMs\` (5000, at most 30000), together with what is known of the document's load; \`reload:true\` loads the page again at the
start of the window. Categories: render-blocking, unused-code (under 30 % used), oversize-images (over 500 KB), layout-thrashing (over 5 forced layouts), long-tasks
(over 50 ms), leak-suspects (over 10 % growth in the session's last memory_diff), cache-opportunities, font-loading (over 200 ms after the document's start). \`format\`:
\`summary\` has three issues and remedies of each and keeps to 2000 tokens, \`full\` has all. Score: 100 less 10, 4 and 1 for each high, medium and low issue. Traces and
coverage that were under way are given up for it. The evidence is \`perf/<session>-audit-<time>.json\` and a coverage file beside it, as DevTools writes them.`,
  input: z.object({
    categories: z.array(category).min(1).optional(),
    ...windowInput,
    format: z.enum(["summary", "full"]).optional(),
    reload: z.boolean().optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    summary: z.object({ score: z.number(), topIssues: z.array(z.object({ category, severity, title: z.string() })) }),
    byCategory: z.object(Object.fromEntries(auditCategories.map((name) => [name, report.optional()])) as Record<AuditCategory, z.ZodOptional<typeof report>>),
    evidence: z.object({ tracePath: z.string(), coveragePath: z.string().optional() }),
    durationMs: z.number(),
    categoriesRun: z.array(category),
    conditions: conditionsShape,
    warning: z.string().optional(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: chromiumOnly("traces and coverage are Chromium's"),
  examples: [{ durationMs: 8000 }, { reload: true, format: "full" }, { categories: ["long-tasks", "unused-code"] }],
  cli: { aliases: ["audit"] },
  run: async (context, { categories = auditCategories, durationMs = 5_000, format = "summary", reload = false }) => {
    const { session, page } = context;
    const { trace, coverage, tracePath, coveragePath, took } = await record(context, durationMs, { reload, categories });
    const { growth } = session.parts.measuring;
    const resources = await resourcesOf(page, trace);
    const { warnings, ...audit } = composeReport(
      { trace, scripts: coverage?.jsCoverage ?? [], sheets: coverage?.cssCoverage ?? [], resources, ...(growth && { growth }) },
      categories,
      format,
    );
    const unknown = categories.includes("leak-suspects") && !growth ? ["leak-suspects had nothing to judge: take two heap_snapshots and compare them with memory_diff first."] : [];
    return {
      ok: true as const,
      ...audit,
      evidence: { tracePath, ...(coveragePath && { coveragePath }) },
      durationMs: took,
      categoriesRun: [...categories],
      conditions: conditionsOf(session),
      warnings: [...warnings, ...unknown],
      ...inTheirBrowser(session, "the trace and the tracking of code are switched off again."),
    };
  },
});

interface Recorded {
  trace: TraceFacts;
  coverage: CoverageReport | undefined;
  tracePath: string;
  coveragePath: string | undefined;
  took: number;
}

interface Wanted {
  reload: boolean;
  categories: readonly AuditCategory[];
}

/** Records what the categories look at, and no more: both stacks and the tracking of code slow a page down. */
async function record({ session, page, files, signal, warn }: PageContext, durationMs: number, { reload, categories }: Wanted): Promise<Recorded> {
  const { measuring } = session.parts;
  const tracksCode = categories.includes("unused-code");
  const place = files.place("audit", { session: session.id, ending: ".json", what: "audit" });
  const beside = files.place("audit", { session: session.id, ending: ".json", what: "audit-coverage" });
  const { restarted } = await measuring.startTrace(page, lightCategories({ withStacks: categories.includes("layout-thrashing") }));
  try {
    const tracking = tracksCode ? await measuring.startCoverage(page) : undefined;
    if (restarted || tracking?.restarted) warn("What perf_start or coverage_start had begun was given up for the audit.");
    if (reload) await page.engine.reload();
    await watchFor(page, durationMs, signal);
  } catch (thrown) {
    await Promise.all([measuring.discardTrace(), tracksCode && measuring.discardCoverage()]);
    throw thrown;
  }
  const facts = tracksCode ? await measuring.stopCoverage() : undefined;
  const stopped = await measuring.stopTrace();
  if (!stopped || "lost" in stopped) throw new DroverError("page-closed", "the page was closed while it was audited", { hint: "Open it again and audit that." });
  await files.writeLines(place, stopped.pieces);
  const { facts: trace } = await analyse("traceReport", { file: place.path }, signal);
  const coverage = facts && (await reportOf(facts, signal, { withMaps: false }));
  if (coverage) await files.writeText(beside, JSON.stringify(coverage.panel));
  return { trace, coverage, tracePath: place.path, coveragePath: coverage && beside.path, took: stopped.durationMs };
}

/** By what set a request off, where the network's log has forgotten it. */
const byInitiator: Record<string, string> = { img: "image", image: "image", script: "script", link: "stylesheet", css: "image", fetch: "fetch", xmlhttprequest: "xhr" };
const fontFile = /\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i;

/** What the document loaded, in the window and before it. */
async function resourcesOf(page: SessionPage, trace: TraceFacts): Promise<LoadedResource[]> {
  const timings = (await mayFail(page.engine.mainFrame.ask("resources", null), "a page may go away after its window", [])) ?? [];
  const log = new Map(page.session.parts.network.entries.toArray().filter(({ pageId }) => pageId === page.id).map((entry) => [entry.url, entry]));
  const blocking = new Set(trace.requests.filter(({ renderBlocking }) => renderBlocking).map(({ url }) => url));
  return timings.map(({ url, initiator, startMs, durationMs, bytes, renderBlocking }) => {
    const entry = log.get(url);
    const headers = Object.entries(entry?.response?.headers ?? {});
    const cacheControl = headers.find(([name]) => name.toLowerCase() === "cache-control")?.[1] ?? null;
    return {
      url,
      type: fontFile.test(url) ? "font" : (entry?.type ?? byInitiator[initiator] ?? "other"),
      startMs,
      durationMs,
      bytes: bytes || entry?.bodyBytes || entry?.bytes || 0,
      renderBlocking: renderBlocking || blocking.has(url),
      ...(entry?.response && { cacheControl }),
    };
  });
}
