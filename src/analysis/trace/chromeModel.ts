import * as Trace from "@paulirish/trace_engine";
import { DomRect } from "./domRect.ts";
import type { TraceEvent } from "./traceEvent.ts";

/** What Chrome's own model of a trace, the one behind DevTools' Performance panel, says of the last navigation in it. */
export interface ModelInsights {
  url?: string;
  lcp?: { ms: number; phases?: { ttfbMs: number; loadDelayMs?: number; loadDurationMs?: number; renderDelayMs: number }; resource?: string };
  inp?: { ms: number; type: string; phases: { inputDelayMs: number; processingMs: number; presentationMs: number } };
  cls?: { score: number; culprits: { kind: string; url?: string }[] };
  renderBlocking: { url: string; durationMs: number; wastedMs?: number }[];
  thirdParties: { name: string; transferBytes: number; mainThreadMs: number }[];
  forcedReflow: { functionName: string; url: string; line: number; totalMs: number }[];
  /** What DevTools would show as failed, with what it estimates could be saved. */
  failed: { insight: string; title: string; savings?: { fcpMs?: number; lcpMs?: number; inpMs?: number; cls?: number }; wastedBytes?: number }[];
}

/** More than this does not fit into the memory that an analysis may take. */
export const MAX_MODEL_EVENTS = 600_000;
const MAX_ROWS = 20;

/** Many, and of no use to the insights: frames of the compositor, samples, pictures. */
const unneeded = new Set<string>([
  "BeginFrame", "DrawFrame", "NeedsBeginFrameChanged", "RequestMainThreadFrame", "BeginMainThreadFrame", "ActivateLayerTree", "DroppedFrame", "PipelineReporter",
  "Screenshot", "Profile", "ProfileChunk", "CpuProfiler::StartProfiling", "V8Sample", "JSSample", "JitCodeAdded", "JitCodeMoved", "UpdateCounters",
  "cc::LayerTreeHostImpl", "cc::Picture", "cc::DisplayItemList", "GPUTask", "RasterTask", "TimerInstall", "TimerRemove", "HitTest",
  "StyleRecalcInvalidationTracking", "StyleInvalidatorInvalidationTracking", "ScheduleStyleInvalidationTracking", "LayoutInvalidationTracking", "SelectorStats",
  "ScheduleStyleRecalculation", "InvalidateLayout", "AnimationFrame", "AnimationFrame::Presentation", "UpdateLayer", "Layerize", "Commit", "BeginCommitCompositorFrame", "RequestAnimationFrame",
  "v8::Debugger::AsyncTaskRun", "v8::Debugger::AsyncTaskScheduled", "ProfileCall", "ComputeIntersections",
]);
const known = new Set<string>(Object.values<string>(Trace.Types.Events.Name).filter((name) => !unneeded.has(name)));
const besides = new Set(["process_name", "num-cpus", "FrameCommittedInBrowser", "ProcessReadyInBrowser", "DOMStats", "RenderFrameHostImpl::DidCommitSameDocumentNavigation", "ResourceChangePriority", "ScriptCatchup", "PreconnectStart"]);

/** Work on the main thread: most of it is short, and none of the trouble. */
const work = new Set(["RunTask", "RunMicrotasks", "FunctionCall", "TimerFire", "EventDispatch", "FireAnimationFrame", "Paint", "MinorGC", "MajorGC", "V8.GCDecommit", "v8.compile", "Decode Image"]);
const WORTH_MODELLING = 200;

/** Whether Chrome's model looks at such events for its insights. */
export const isForModel = (name: string, duration: number): boolean => (known.has(name) || besides.has(name)) && (duration >= WORTH_MODELLING || !work.has(name));

export async function askChromeModel(events: readonly TraceEvent[]): Promise<ModelInsights | undefined> {
  // The model is made for a browser.
  Object.assign(globalThis, { DOMRect: DomRect });
  const model = Trace.TraceModel.Model.createWithAllHandlers();
  await model.parse(events as readonly Trace.Types.Events.Event[], { isFreshRecording: false } as Trace.Types.Configuration.ParseOptions);
  const sets = [...(model.parsedTrace()?.insights?.values() ?? [])];
  const set = sets.findLast(({ navigation }) => navigation) ?? sets.at(-1);
  if (!set) return undefined;
  const { LCPBreakdown, INPBreakdown, CLSCulprits, RenderBlocking, ThirdParties, ForcedReflow } = set.model;
  return {
    url: set.url.href,
    ...lcpOf(LCPBreakdown),
    ...inpOf(INPBreakdown),
    ...clsOf(CLSCulprits),
    renderBlocking: (RenderBlocking?.renderBlockingRequests ?? []).slice(0, MAX_ROWS).map((request) => ({
      url: request.args.data.url,
      durationMs: fromMicro(request.dur),
      ...optional("wastedMs", RenderBlocking?.requestIdToWastedMs?.get(request.args.data.requestId)),
    })),
    thirdParties: thirdParties(ThirdParties),
    forcedReflow: forcedReflows(ForcedReflow),
    failed: Object.values(set.model).flatMap((insight) => (insight?.state === "fail" ? [failedInsight(insight)] : [])),
  };
}

type Models = Trace.Insights.Types.InsightModels;

const round = (value: number): number => Math.round(value * 100) / 100;
const fromMicro = (value: number): number => round(value / 1000);
const optional = <K extends string>(key: K, value: number | undefined): Partial<Record<K, number>> => (value === undefined ? {} : ({ [key]: round(value) } as Record<K, number>));

function lcpOf({ lcpMs, subparts, lcpRequest }: Partial<Models["LCPBreakdown"]> = {}): Pick<ModelInsights, "lcp"> {
  if (lcpMs === undefined) return {};
  const phases = subparts && {
    ttfbMs: fromMicro(subparts.ttfb.range),
    ...optional("loadDelayMs", subparts.loadDelay && subparts.loadDelay.range / 1000),
    ...optional("loadDurationMs", subparts.loadDuration && subparts.loadDuration.range / 1000),
    renderDelayMs: fromMicro(subparts.renderDelay.range),
  };
  return { lcp: { ms: round(lcpMs), ...(phases && { phases }), ...(lcpRequest && { resource: lcpRequest.args.data.url }) } };
}

function inpOf({ longestInteractionEvent: longest }: Partial<Models["INPBreakdown"]> = {}): Pick<ModelInsights, "inp"> {
  if (!longest) return {};
  const { inputDelay, mainThreadHandling, presentationDelay } = longest;
  return {
    inp: {
      ms: fromMicro(longest.dur),
      type: longest.type,
      phases: { inputDelayMs: fromMicro(inputDelay), processingMs: fromMicro(mainThreadHandling), presentationMs: fromMicro(presentationDelay) },
    },
  };
}

/** The names that DevTools gives to what moves a page. */
const causes: [keyof Trace.Insights.Models.CLSCulprits.LayoutShiftRootCausesData, string][] = [
  ["iframes", "iframe"],
  ["webFonts", "web font"],
  ["nonCompositedAnimations", "animation"],
  ["unsizedImages", "image without size"],
];

function clsOf({ worstCluster, shifts }: Partial<Models["CLSCulprits"]> = {}): Pick<ModelInsights, "cls"> {
  if (!worstCluster) return {};
  const found = worstCluster.events.flatMap((shift) => {
    const roots = shifts?.get(shift);
    return causes.flatMap(([key, kind]) => (roots?.[key] ?? []).map((cause) => ({ kind, ...urlOfCause(cause) })));
  });
  const once = new Map(found.map((culprit) => [JSON.stringify(culprit), culprit]));
  return { cls: { score: Math.round(worstCluster.clusterCumulativeScore * 10_000) / 10_000, culprits: [...once.values()].slice(0, MAX_ROWS) } };
}

type Cause = Trace.Insights.Models.CLSCulprits.LayoutShiftRootCausesData[keyof Trace.Insights.Models.CLSCulprits.LayoutShiftRootCausesData][number];

function urlOfCause(cause: Cause): { url?: string } {
  if ("paintImageEvent" in cause) return { url: cause.paintImageEvent.args.data.url ?? "" };
  if ("args" in cause) return { url: cause.args.data.url };
  return "url" in cause && cause.url ? { url: cause.url } : {};
}

function thirdParties({ entitySummaries = [], firstPartyEntity }: Partial<Models["ThirdParties"]> = {}): ModelInsights["thirdParties"] {
  return entitySummaries
    .filter(({ entity }) => entity !== firstPartyEntity)
    .toSorted((a, b) => b.mainThreadTime - a.mainThreadTime || b.transferSize - a.transferSize)
    .slice(0, MAX_ROWS)
    .map(({ entity, transferSize, mainThreadTime }) => ({ name: entity.name, transferBytes: transferSize, mainThreadMs: round(mainThreadTime) }));
}

function forcedReflows({ aggregatedBottomUpData = [] }: Partial<Models["ForcedReflow"]> = {}): ModelInsights["forcedReflow"] {
  return aggregatedBottomUpData
    .toSorted((a, b) => b.totalTime - a.totalTime)
    .slice(0, MAX_ROWS)
    .map(({ bottomUpData, totalTime }) => ({
      functionName: bottomUpData?.functionName || "(anonymous)",
      url: bottomUpData?.url ?? "",
      line: bottomUpData?.lineNumber ?? 0,
      totalMs: fromMicro(totalTime),
    }));
}

function failedInsight({ insightKey, title, metricSavings, wastedBytes }: NonNullable<Models[keyof Models]>): ModelInsights["failed"][number] {
  const { FCP, LCP, INP, CLS } = metricSavings ?? {};
  const savings = { ...optional("fcpMs", FCP), ...optional("lcpMs", LCP), ...optional("inpMs", INP), ...optional("cls", CLS) };
  return {
    insight: insightKey,
    title: typeof title === "string" ? title : title.i18nId,
    ...(Object.keys(savings).length > 0 && { savings }),
    ...(wastedBytes !== undefined && { wastedBytes }),
  };
}
