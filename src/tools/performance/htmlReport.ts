import { z } from "zod";
import type { PerfPicture, Vital } from "../../analysis/report/perfHtml.ts";
import type { ModelInsights } from "../../analysis/trace/chromeModel.ts";
import type { TraceFacts } from "../../analysis/trace/traceFacts.ts";
import type { FilePlace, FileStore } from "../../files/fileStore.ts";

export const htmlInput = { html: z.string().min(1).optional().describe("also write a report with pictures there, such as perf/report.html") };

interface Reported {
  facts: TraceFacts;
  chrome?: ModelInsights | undefined;
  notes: string[];
  findings: PerfPicture["findings"];
}

/** Where the report goes; refused before any work is done. */
export const placeOfHtml = (files: FileStore, session: string, chosen: string | undefined): FilePlace | undefined =>
  chosen === undefined ? undefined : files.place("audit", { session, ending: ".html", chosen });

export async function writeHtml(files: FileStore, place: FilePlace, { facts, chrome, notes, findings }: Reported): Promise<void> {
  const { perfHtml } = await import("../../analysis/report/perfHtml.ts");
  const { navigation, flames = [], requests, durationMs } = facts;
  const title = `Performance of ${navigation.url ?? "a page"}`;
  const seconds = `${Math.round(durationMs / 100) / 10} s recorded`;
  await files.writeText(place, perfHtml({ title, notes: [seconds, ...notes], vitals: vitalsOf(facts, chrome), milestones: navigation, flames, requests, findings }));
}

function vitalsOf({ navigation, layoutShifts, longTasks }: TraceFacts, chrome: ModelInsights | undefined): Vital[] {
  const shifts = layoutShifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { score }) => sum + score, 0);
  const blocking = longTasks.reduce((sum, { durationMs }) => sum + Math.max(0, durationMs - 50), 0);
  const lcp = chrome?.lcp?.ms ?? navigation.lcpMs;
  const ms = (name: string, value: number | undefined, good: number, poor: number): Vital[] => (value === undefined ? [] : [{ name, value, unit: "ms", good, poor }]);
  return [
    ...ms("FCP", navigation.fcpMs, 1_800, 3_000),
    ...ms("LCP", lcp, 2_500, 4_000),
    { name: "CLS", value: chrome?.cls?.score ?? shifts, unit: "", good: 0.1, poor: 0.25 },
    ...ms("INP", chrome?.inp?.ms, 200, 500),
    ...ms("Blocking time", blocking, 200, 600),
    ...ms("Load", navigation.loadMs, 3_000, 6_000),
  ];
}

/** The processor and the link, as a person would say it. */
export function conditionNotes(cpu: number | undefined, network: string | undefined): string[] {
  return [...(cpu === undefined ? [] : [cpu === 1 ? "processor at full speed" : `processor slowed down ${cpu} times`]), ...(network === undefined ? [] : [`network: ${network}`])];
}
