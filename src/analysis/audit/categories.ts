import type { Analyser, AuditContext, Issue, LoadedResource, Severity } from "./auditContext.ts";

/** A new category is one entry here. */
const analysers = {
  "render-blocking": renderBlocking,
  "unused-code": unusedCode,
  "oversize-images": oversizeImages,
  "layout-thrashing": layoutThrashing,
  "long-tasks": longTasks,
  "leak-suspects": leakSuspects,
  "cache-opportunities": cacheOpportunities,
  "font-loading": fontLoading,
} satisfies Record<string, Analyser>;

export type AuditCategory = keyof typeof analysers;

export const auditCategories = Object.keys(analysers) as [AuditCategory, ...AuditCategory[]];

export const analyserOf = (category: AuditCategory): Analyser => analysers[category];

const report = (issues: Issue[], ...remediations: string[]) => ({ issues: issues.toSorted((a, b) => rank(a.severity) - rank(b.severity)), remediations: issues.length > 0 ? remediations : [] });

const rank = (severity: Severity): number => ["high", "medium", "low"].indexOf(severity);

const nameOf = (url: string): string => {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  return path.split("/").findLast(Boolean) ?? url;
};

const kb = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
const whole = (ms: number): string => `${Math.round(ms)} ms`;

function renderBlocking({ resources }: AuditContext) {
  const blocking = resources.filter((resource) => resource.renderBlocking);
  return report(
    blocking.map(({ url, type, durationMs }) => ({
      severity: durationMs >= 500 ? "high" : durationMs >= 100 ? "medium" : "low",
      title: `${nameOf(url)} blocks first paint (${type}, ${whole(durationMs)})`,
      url,
    })),
    "Load scripts with `defer` or `async`, or as modules.",
    "Put the styles of what is first seen into the page, and load the other sheets with `media` or after the first paint.",
    "Preload what the first paint cannot do without.",
  );
}

const LITTLE_USED = 30;
/** Smaller files are not worth splitting. */
const WORTH_SPLITTING = 2048;

function unusedCode({ scripts, sheets }: AuditContext) {
  const files = [...scripts, ...sheets].filter(({ usagePercent, totalBytes }) => usagePercent < LITTLE_USED && totalBytes >= WORTH_SPLITTING);
  return report(
    files.map(({ url, usagePercent, totalBytes, usedBytes }) => ({
      severity: totalBytes - usedBytes >= 200 * 1024 ? "high" : totalBytes - usedBytes >= 50 * 1024 ? "medium" : "low",
      title: `${nameOf(url)} is ${Math.round(100 - usagePercent)}% unused`,
      detail: `${kb(totalBytes - usedBytes)} of ${kb(totalBytes)} were not used in the window`,
      url,
    })),
    "Split the bundle by route and load what is rarely needed with `import()`.",
    "Take out libraries and style sheets of which little is used.",
    "coverage_stop lists the dead ranges and rules.",
  );
}

const LARGE_IMAGE = 500 * 1024;

function oversizeImages({ resources }: AuditContext) {
  return report(
    resources
      .filter(({ type, bytes = 0 }) => type === "image" && bytes > LARGE_IMAGE)
      .map(({ url, bytes = 0 }) => ({ severity: bytes > 2 * LARGE_IMAGE ? "high" : "medium", title: `${nameOf(url)} has ${kb(bytes)}`, url })),
    "Serve images in the size they are shown in (`srcset`, `sizes`).",
    "Use AVIF or WebP, and compress more.",
    "Load what is not seen at first with `loading=\"lazy\"`.",
  );
}

const MANY_LAYOUTS = 5;

function layoutThrashing({ trace: { forcedLayouts } }: AuditContext) {
  const { count, totalMs, byOrigin } = forcedLayouts;
  const issues = count > MANY_LAYOUTS ? [{ severity: count > 50 || totalMs > 100 ? ("high" as const) : ("medium" as const), title: `${count} forced synchronous layouts (${whole(totalMs)})`, ...originOf(byOrigin) }] : [];
  return report(issues, "Read all geometry first, then change styles.", "Put changes into `requestAnimationFrame`.", "layout_thrash_trace names the lines.");
}

const originOf = ([first]: AuditContext["trace"]["forcedLayouts"]["byOrigin"]) => (first?.at ? { detail: `most often from ${first.at.functionName ?? "(anonymous)"} at line ${first.at.line}`, url: first.at.url } : {});

function longTasks({ trace }: AuditContext) {
  return report(
    trace.longTasks.map(({ durationMs, startMs, work, functionName, url, line }) => ({
      severity: durationMs >= 250 ? "high" : durationMs >= 100 ? "medium" : "low",
      title: `the main thread was busy for ${whole(durationMs)}${functionName ? ` in ${functionName}` : work ? ` (${work})` : ""}`,
      detail: `${whole(startMs)} after the start${line === undefined ? "" : `, line ${line}`}`,
      ...(url && { url }),
    })),
    "Break long work up: `scheduler.yield()`, `requestIdleCallback`, smaller batches.",
    "Move computation to a worker.",
    "perf_insights on the trace says what each task was busy with.",
  );
}

const GROWTH_PERCENT = 10;
/** What may come and go by itself. */
const WORTH_SUSPECTING = 10 * 1024;

function leakSuspects({ growth = [] }: AuditContext) {
  const suspects = growth.filter(({ deltaPercent, deltaBytes }) => deltaBytes >= WORTH_SUSPECTING && (deltaPercent === "+inf" || deltaPercent > GROWTH_PERCENT));
  return report(
    suspects.map(({ node, type, deltaBytes, deltaPercent, heldBy }) => ({
      severity: deltaBytes >= 1024 * 1024 ? "high" : deltaBytes >= 100 * 1024 ? "medium" : "low",
      title: `${type} ${node || "(no name)"} grew by ${kb(deltaBytes)} (${deltaPercent === "+inf" ? "there was none" : `${deltaPercent}%`})`,
      ...(heldBy && { detail: `held by ${heldBy}` }),
    })),
    "Take listeners and timers away with what they serve (`AbortController`, `clearInterval`).",
    "Bound caches, or key them weakly.",
    "heap_retainers on the later snapshot says what holds them.",
  );
}

const cacheable = new Set(["script", "stylesheet", "image", "font", "media"]);
const SHORT_LIFE_S = 24 * 3600;

function cacheOpportunities({ resources }: AuditContext) {
  const wasted = resources.filter((resource) => cacheable.has(resource.type) && resource.cacheControl !== undefined && /^https?:/.test(resource.url) && lifetime(resource) < SHORT_LIFE_S);
  return report(
    wasted.map((resource) => ({
      severity: (resource.bytes ?? 0) >= 100 * 1024 && lifetime(resource) === 0 ? "medium" : "low",
      title: `${nameOf(resource.url)} ${resource.cacheControl === null ? "has no Cache-Control" : `is kept only for ${lifetime(resource)} s`}`,
      ...(resource.cacheControl && { detail: `Cache-Control: ${resource.cacheControl}` }),
      url: resource.url,
    })),
    "Give files that have a digest in their name `Cache-Control: public, max-age=31536000, immutable`.",
    "Give the others an ETag and a `max-age` of hours.",
    "Put a digest into the names of static files.",
  );
}

function lifetime({ cacheControl }: LoadedResource): number {
  const text = cacheControl ?? "";
  return /no-store|no-cache/i.test(text) ? 0 : Number(/max-age=(\d+)/i.exec(text)?.[1] ?? 0);
}

const LATE_FONT_MS = 200;

function fontLoading({ resources }: AuditContext) {
  const late = resources.filter(({ type, startMs, durationMs }) => type === "font" && startMs + durationMs > LATE_FONT_MS);
  return report(
    late.map(({ url, startMs, durationMs }) => ({
      severity: startMs + durationMs > 2000 ? "high" : startMs + durationMs > 1000 ? "medium" : "low",
      title: `${nameOf(url)} was there ${whole(startMs + durationMs)} after the document's start`,
      url,
    })),
    "Preload fonts of what is first seen: `<link rel=preload as=font crossorigin>`.",
    "Declare `font-display: swap` or `optional`.",
    "Serve few fonts, as WOFF2, from the page's own origin.",
  );
}
