import { Flames, type Flame } from "./flames.ts";
import { LongTasks, type LongTask } from "./longTasks.ts";
import { PageProcesses } from "./pageProcesses.ts";
import { Thrashing, type LayoutOrigin } from "./thrashing.ts";
import { ms, numberIn, textIn, type TraceEvent } from "./traceEvent.ts";

export interface LayoutShift {
  atMs: number;
  score: number;
  hadRecentInput: boolean;
}

export interface TracedRequest {
  url: string;
  type: string;
  /** Of the document's navigation, or of the trace when it has none. */
  startMs: number;
  durationMs: number;
  bytes?: number;
  renderBlocking: boolean;
}

export interface LcpCandidate {
  atMs: number;
  type?: string;
  size?: number;
  url?: string;
}

export interface Milestones {
  url?: string;
  fpMs?: number;
  fcpMs?: number;
  dclMs?: number;
  loadMs?: number;
  lcpMs?: number;
}

export interface TraceFacts {
  durationMs: number;
  longTasks: LongTask[];
  layoutShifts: LayoutShift[];
  requests: TracedRequest[];
  lcpCandidates: LcpCandidate[];
  navigation: Milestones;
  forcedLayouts: { count: number; totalMs: number; byOrigin: LayoutOrigin[] };
  layoutEvents: number;
  styleEvents: number;
  /** Where they were asked for. */
  flames?: Flame[];
}

/** Lists that pages can make long are bounded; what is beyond is still counted. */
const MAX_KEPT = 20_000;

interface OpenRequest {
  pid: number | undefined;
  url: string;
  type: string;
  from: number;
  renderBlocking: boolean;
  to?: number;
  bytes?: number;
}

const marks: Record<string, "fpMs" | "fcpMs" | "dclMs" | "loadMs"> = {
  firstPaint: "fpMs",
  firstContentfulPaint: "fcpMs",
  MarkDOMContent: "dclMs",
  MarkLoad: "loadMs",
};

const blocking = new Set(["blocking", "in_body_parser_blocking"]);

/** Gathers what a trace tells of a page, event by event, in any order. */
export class TraceFold {
  readonly #processes = new PageProcesses();
  readonly #tasks = new LongTasks();
  readonly #flames: Flames | undefined;
  readonly #thrashing = new Thrashing();
  readonly #shifts: TraceEvent[] = [];
  readonly #candidates: TraceEvent[] = [];
  readonly #marks: TraceEvent[] = [];
  readonly #navigations: TraceEvent[] = [];
  readonly #requests = new Map<string, OpenRequest>();
  #first = Number.POSITIVE_INFINITY;
  #last = 0;

  constructor({ withFlames = false }: { withFlames?: boolean | undefined } = {}) {
    if (withFlames) this.#flames = new Flames();
  }

  readonly add = (event: TraceEvent): void => {
    const { name, ph, ts = 0, dur = 0 } = event;
    if (ph === "M") return this.#processes.add(event);
    if (ts > 0) {
      this.#first = Math.min(this.#first, ts);
      this.#last = Math.max(this.#last, ts + dur);
    }
    if (name === "TracingStartedInBrowser" || name === "FrameCommittedInBrowser") this.#processes.add(event);
    else if (name === "navigationStart") this.#navigations.push(event);
    else if (name in marks) this.#marks.push(event);
    else if (name === "LayoutShift") keep(this.#shifts, event);
    else if (name === "largestContentfulPaint::Candidate") keep(this.#candidates, event);
    else if (name.startsWith("Resource")) this.#request(event);
    else {
      this.#thrashing.add(event);
      this.#tasks.add(event);
      this.#flames?.add(event);
    }
  };

  facts(): TraceFacts {
    const first = Number.isFinite(this.#first) ? this.#first : 0;
    const isPages = this.#processes.filter();
    const start = this.#navigationStart(isPages);
    const origin = start?.ts ?? first;
    const since = (ts: number) => ms(ts - origin);
    const isMain = (pid: number | undefined, tid: number | undefined) => isPages(pid) && this.#processes.isMainThread(pid, tid);
    const ofPage = <T extends TraceEvent>(events: T[]) => events.filter(({ pid }) => isPages(pid)).toSorted((a, b) => (a.ts ?? 0) - (b.ts ?? 0));
    const lcpCandidates = ofPage(this.#candidates)
      .filter(({ ts = 0, args }) => ts >= origin && args?.data?.["isMainFrame"] !== false)
      .map(({ ts = 0, args }) => ({ atMs: since(ts), ...described(args?.data) }));
    const lcp = lcpCandidates.at(-1);
    return {
      durationMs: ms(Math.max(0, this.#last - first)),
      longTasks: this.#tasks.list(isMain, since),
      ...(this.#flames && { flames: this.#flames.list(isMain, since) }),
      layoutShifts: ofPage(this.#shifts).flatMap(({ ts = 0, args }) => {
        const score = numberIn(args?.data, "weighted_score_delta") ?? numberIn(args?.data, "score");
        return score === undefined ? [] : [{ atMs: since(ts), score, hadRecentInput: args?.data?.["had_recent_input"] === true }];
      }),
      requests: [...this.#requests.values()].filter(({ pid }) => isPages(pid)).map(({ url, type, from, to, bytes, renderBlocking }) => ({
        url,
        type,
        startMs: since(from),
        durationMs: ms((to ?? this.#last) - from),
        ...(bytes !== undefined && { bytes }),
        renderBlocking,
      })),
      lcpCandidates,
      navigation: { ...this.#milestones(start, isPages, since), ...(lcp && { lcpMs: lcp.atMs }) },
      ...this.#thrashing.facts(isPages),
    };
  }

  /** The last one of the main frame that was not of an empty page. */
  #navigationStart(isPages: (pid: number | undefined) => boolean): TraceEvent | undefined {
    const main = this.#navigations.filter(({ pid, args }) => isPages(pid) && args?.data?.["isLoadingMainFrame"] !== false && (textIn(args?.data, "documentLoaderURL") ?? "") !== "");
    return main.toSorted((a, b) => (a.ts ?? 0) - (b.ts ?? 0)).at(-1);
  }

  #milestones(start: TraceEvent | undefined, isPages: (pid: number | undefined) => boolean, since: (ts: number) => number): Milestones {
    if (!start) return {};
    const found: Milestones = {};
    const url = textIn(start.args?.data, "documentLoaderURL");
    if (url) found.url = url;
    for (const { name, ts = 0, pid, args } of this.#marks.toSorted((a, b) => (a.ts ?? 0) - (b.ts ?? 0))) {
      const key = marks[name];
      if (!key || ts < (start.ts ?? 0) || !isPages(pid) || args?.data?.["isMainFrame"] === false) continue;
      const frame = args?.frame ?? args?.data?.["frame"];
      if (frame === start.args?.frame) found[key] ??= since(ts);
    }
    return found;
  }

  #request({ name, pid, ts = 0, args }: TraceEvent): void {
    const id = textIn(args?.data, "requestId");
    if (id === undefined) return;
    const key = `${pid} ${id}`;
    const known = this.#requests.get(key);
    if (name === "ResourceSendRequest") {
      const url = textIn(args?.data, "url");
      if (!url || known || this.#requests.size >= MAX_KEPT) return;
      this.#requests.set(key, { pid, url, type: textIn(args?.data, "resourceType") ?? "Other", from: ts, renderBlocking: blocking.has(textIn(args?.data, "renderBlocking") ?? "") });
    } else if (name === "ResourceFinish" && known) {
      known.to = ts;
      const bytes = numberIn(args?.data, "decodedBodyLength");
      if (bytes !== undefined) known.bytes = bytes;
    }
  }
}

function keep(list: TraceEvent[], event: TraceEvent): void {
  if (list.length < MAX_KEPT) list.push(event);
}

function described(data: Record<string, unknown> | undefined): Omit<LcpCandidate, "atMs"> {
  const type = textIn(data, "type");
  const size = numberIn(data, "size");
  const url = textIn(data, "url") ?? textIn(data, "imageUrl");
  return { ...(type && { type }), ...(size !== undefined && { size }), ...(url && { url }) };
}

/** What `TraceFold` looks at. */
const names = new Set([
  "thread_name", "process_name", "TracingStartedInBrowser", "FrameCommittedInBrowser", "navigationStart", ...Object.keys(marks), "LayoutShift",
  "largestContentfulPaint::Candidate", "ResourceSendRequest", "ResourceFinish", ...LongTasks.names, ...Thrashing.names,
]);

const ofLayout = new Set<string>(Thrashing.names);
const ofTasks = new Set<string>(LongTasks.names);

/** Short work says nothing, except of layouts, which are counted. */
export const isFact = (name: string, duration: number): boolean => names.has(name) && (!ofTasks.has(name) || ofLayout.has(name) || duration >= LongTasks.worthNaming);
