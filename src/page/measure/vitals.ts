import type { BlamedElement, MeasureApi, VitalsReading } from "./api.ts";
import { RefMint } from "../see/elements.ts";
import { NameReader } from "../see/name.ts";
import { blame } from "./blame.ts";

/** What the DOM's types do not have yet, as the browsers tell it. */
interface ShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources?: { node?: Node | null }[];
}
interface PaintedEntry extends PerformanceEntry {
  size: number;
  url?: string;
  element?: Element | null;
  renderTime?: number;
  loadTime?: number;
}
interface InteractionEntry extends PerformanceEntry {
  interactionId?: number;
  processingStart: number;
  processingEnd: number;
  target?: Node | null;
}

const types = ["paint", "largest-contentful-paint", "layout-shift", "event", "first-input"] as const;
type EntryType = (typeof types)[number];

/** What was observed so far. Events below 104 ms are told only to those who asked before they came: the first reading begins to ask. */
const seen = new Map<EntryType, PerformanceEntry[]>();
const observers = new Map<EntryType, PerformanceObserver>();
const MAX_ENTRIES = 2_000;

function observe(type: EntryType): void {
  if (observers.has(type)) return;
  const entries: PerformanceEntry[] = [];
  seen.set(type, entries);
  const observer = new PerformanceObserver((list) => keep(entries, list.getEntries()));
  observers.set(type, observer);
  observer.observe({ type, buffered: true, ...(type === "event" && { durationThreshold: 16 }) } as PerformanceObserverInit);
}

function keep(entries: PerformanceEntry[], more: PerformanceEntry[]): void {
  entries.push(...more);
  if (entries.length > MAX_ENTRIES) entries.splice(0, entries.length - MAX_ENTRIES);
}

const told = <T extends PerformanceEntry>(type: EntryType): T[] => {
  const entries = seen.get(type) ?? [];
  keep(entries, observers.get(type)?.takeRecords() ?? []);
  return entries as T[];
};

const round = (ms: number): number => Math.round(ms * 10) / 10;

export const vitals: MeasureApi["vitals"] = async ({ nextRef, testAttributes }) => {
  const supported = PerformanceObserver.supportedEntryTypes;
  const unsupported = types.filter((type) => !supported.includes(type));
  for (const type of types) if (supported.includes(type)) observe(type);
  // What is buffered comes with the next task.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const mint = new RefMint(nextRef, new NameReader(), testAttributes);
  const blamed = (node: Node | null | undefined) => blame(mint, node);
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const fcp = told("paint").find(({ name }) => name === "first-contentful-paint");
  const reading: Omit<VitalsReading, "nextRef" | "minted"> = {
    url: location.href,
    ...(navigation && navigation.responseStart > 0 && { ttfbMs: round(navigation.responseStart) }),
    ...(fcp && { fcpMs: round(fcp.startTime) }),
    ...largest(told("largest-contentful-paint"), blamed),
    ...(!unsupported.includes("layout-shift") && { cls: worstWindow(told("layout-shift"), blamed) }),
    ...slowest([...told<InteractionEntry>("event"), ...told<InteractionEntry>("first-input")], blamed),
    interactions: interactionCount(),
    ...(navigation && navigation.domContentLoadedEventEnd > 0 && { domContentLoadedMs: round(navigation.domContentLoadedEventEnd) }),
    ...(navigation && navigation.loadEventEnd > 0 && { loadMs: round(navigation.loadEventEnd) }),
    unsupported,
  };
  return { ...reading, nextRef: mint.next, minted: mint.minted };
};

const interactionCount = (): number =>
  (performance as Performance & { interactionCount?: number }).interactionCount ?? new Set(told<InteractionEntry>("event").flatMap(({ interactionId }) => interactionId || [])).size;

type Blame = (node: Node | null | undefined) => { element?: BlamedElement };

function largest(entries: PaintedEntry[], blamed: Blame): Pick<VitalsReading, "lcp"> {
  const last = entries.at(-1);
  if (!last) return {};
  return { lcp: { ms: round(last.startTime || last.renderTime || last.loadTime || 0), size: last.size, ...(last.url && { url: last.url }), ...blamed(last.element) } };
}

const MAX_SHIFTS = 20;
const MAX_SOURCES = 5;

/** The worst run of shifts: less than a second between two of them, five seconds in all. */
function worstWindow(entries: ShiftEntry[], blamed: Blame): NonNullable<VitalsReading["cls"]> {
  let worst: ShiftEntry[] = [];
  let current: ShiftEntry[] = [];
  const sum = (shifts: ShiftEntry[]) => shifts.reduce((total, { value }) => total + value, 0);
  for (const shift of entries.filter(({ hadRecentInput }) => !hadRecentInput)) {
    const first = current[0];
    const last = current.at(-1);
    if (!first || !last || shift.startTime - last.startTime >= 1000 || shift.startTime - first.startTime >= 5000) current = [];
    current.push(shift);
    if (sum(current) > sum(worst)) worst = [...current];
  }
  return {
    score: Math.round(sum(worst) * 10_000) / 10_000,
    shifts: worst
      .toSorted((a, b) => b.value - a.value)
      .slice(0, MAX_SHIFTS)
      .map(({ startTime, value, sources = [] }) => ({
        atMs: round(startTime),
        score: Math.round(value * 10_000) / 10_000,
        elements: sources.slice(0, MAX_SOURCES).flatMap(({ node }) => blamed(node).element ?? []),
      })),
  };
}

/** The slowest interaction, or with many of them the one that is slower than all but two percent. */
function slowest(entries: InteractionEntry[], blamed: Blame): Pick<VitalsReading, "inp"> {
  const byInteraction = new Map<number, InteractionEntry[]>();
  for (const entry of entries) {
    const id = entry.interactionId || (entry.entryType === "first-input" ? FIRST : 0);
    if (id !== 0) byInteraction.set(id, [...(byInteraction.get(id) ?? []), entry]);
  }
  const inOrder = [...byInteraction.values()].map(interactionOf).toSorted((a, b) => b.ms - a.ms);
  const found = inOrder[Math.min(inOrder.length - 1, Math.floor(interactionCount() / 50))];
  if (!found) return {};
  const { target, ...inp } = found;
  return { inp: { ...inp, ...blamed(target) } };
}

/** The first input of a browser that does not number interactions. */
const FIRST = -1;
/** Durations are told in steps of this many milliseconds. */
const STEP = 8;

/** A press is several events that end with one frame: what their handlers did together is what it waited for. */
function interactionOf(events: InteractionEntry[]) {
  const longest = events.reduce((a, b) => (b.duration > a.duration ? b : a));
  const end = longest.startTime + longest.duration;
  const together = events.filter(({ startTime, duration }) => Math.abs(startTime + duration - end) <= STEP);
  const busiest = together.reduce((a, b) => (b.processingEnd - b.processingStart > a.processingEnd - a.processingStart ? b : a));
  const from = Math.min(...together.map(({ processingStart }) => processingStart));
  const to = Math.max(...together.map(({ processingEnd }) => processingEnd));
  return {
    ms: round(longest.duration),
    type: busiest.name,
    inputDelayMs: round(Math.max(0, from - longest.startTime)),
    processingMs: round(to - from),
    presentationMs: round(Math.max(0, end - to)),
    target: busiest.target ?? longest.target,
  };
}
