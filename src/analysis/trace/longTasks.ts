import { ms, numberIn, textIn, type TraceEvent, type TraceSpan } from "./traceEvent.ts";

/** What keeps a main thread longer than this is felt. */
const LONG = 50_000;
/** Work inside a task that is worth naming. */
const WORTH_NAMING = 5_000;
const MAX_KEPT = 50_000;

export interface LongTask {
  startMs: number;
  durationMs: number;
  /** What the task spent most of its time on. */
  work?: string;
  url?: string;
  line?: number;
  functionName?: string;
}

const tasks = ["RunTask", "ThreadControllerImpl::RunTask", "TaskQueueManager::ProcessTaskFromWorkQueue"];
const scripts = ["FunctionCall", "EvaluateScript", "v8.evaluateModule", "EventDispatch", "TimerFire", "FireAnimationFrame", "RunMicrotasks", "v8.run", "v8.compile"];
const rendering = ["ParseHTML", "ParseAuthorStyleSheet", "Layout", "UpdateLayoutTree", "PrePaint", "Paint", "MinorGC", "MajorGC", "Decode Image"];

interface Span extends TraceSpan {
  data: Record<string, unknown> | undefined;
}

/** Finds the tasks of main threads that took long, and what they were busy with. */
export class LongTasks {
  static readonly worthNaming = WORTH_NAMING;
  static readonly names = [...tasks, ...scripts, ...rendering];
  readonly #tasks: Span[] = [];
  readonly #work: Span[] = [];

  add({ name, ph, pid, tid, ts = 0, dur = 0, args }: TraceEvent): void {
    if (ph !== "X" || dur < WORTH_NAMING) return;
    const span = { name, pid, tid, from: ts, to: ts + dur, data: args?.data };
    if (!tasks.includes(name)) push(this.#work, span);
    else if (dur >= LONG) push(this.#tasks, span);
  }

  /** Longest first. In a trace without tasks the outermost work stands for them. */
  list(isMain: (pid: number | undefined, tid: number | undefined) => boolean, since: (ts: number) => number): LongTask[] {
    const work = this.#work.filter(({ pid, tid }) => isMain(pid, tid)).toSorted((a, b) => a.from - b.from || b.to - a.to);
    const told = this.#tasks.filter(({ pid, tid }) => isMain(pid, tid));
    const found = outermost(told.length > 0 ? told : work.filter(({ from, to }) => to - from >= LONG));
    return found.toSorted((a, b) => b.to - b.from - (a.to - a.from)).map((task) => ({ startMs: since(task.from), durationMs: ms(task.to - task.from), ...culprit(task, work) }));
  }
}

const push = (list: Span[], span: Span): void => {
  if (list.length < MAX_KEPT) list.push(span);
};

const inside = (inner: Span, outer: Span): boolean => inner.pid === outer.pid && inner.tid === outer.tid && inner.from >= outer.from && inner.to <= outer.to;

/** Two categories may tell of the same task. */
function outermost(spans: Span[]): Span[] {
  const kept: Span[] = [];
  const last = new Map<string, Span>();
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const thread = `${span.pid} ${span.tid}`;
    const before = last.get(thread);
    if (before && inside(span, before)) continue;
    last.set(thread, span);
    kept.push(span);
  }
  return kept;
}

/** The longest work in the task; of what is about as long, the innermost that names a script. */
function culprit(task: Span, work: Span[]): Omit<LongTask, "startMs" | "durationMs"> {
  const within = between(work, task).filter((span) => inside(span, task));
  if (within.length === 0) return {};
  const longest = within.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
  const named = within.filter((span) => scriptOf(span).url !== undefined && span.to - span.from >= (longest.to - longest.from) / 2).at(-1);
  return { work: (named ?? longest).name, ...(named && scriptOf(named)) };
}

/** Those that begin within the task: the list is in the order of their beginnings. */
function between(work: Span[], { from, to }: Span): Span[] {
  let low = 0;
  for (let high = work.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (work[middle]!.from < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < work.length && work[end]!.from <= to) end++;
  return work.slice(low, end);
}

function scriptOf({ data }: Span): { url?: string; line?: number; functionName?: string } {
  const url = textIn(data, "url");
  const line = numberIn(data, "lineNumber");
  const functionName = textIn(data, "functionName");
  return { ...(url && { url }), ...(url && line !== undefined && { line }), ...(functionName && { functionName }) };
}
