import { coverageStart, coverageStop } from "./coverage.ts";
import { heapRetainers } from "./heapRetainers.ts";
import { heapSnapshot } from "./heapSnapshot.ts";
import { layoutThrashTrace } from "./layoutThrashTrace.ts";
import { memoryDiff } from "./memoryDiff.ts";
import { perfInsights } from "./perfInsights.ts";
import { perfStart, perfStop } from "./perfTrace.ts";

export const performanceTools = [perfStart, perfStop, perfInsights, coverageStart, coverageStop, layoutThrashTrace, heapSnapshot, heapRetainers, memoryDiff];
