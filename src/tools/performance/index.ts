import { a11yAudit } from "./a11yAudit.ts";
import { coverageStart, coverageStop } from "./coverage.ts";
import { heapRetainers } from "./heapRetainers.ts";
import { heapSnapshot } from "./heapSnapshot.ts";
import { layoutThrashTrace } from "./layoutThrashTrace.ts";
import { memoryDiff } from "./memoryDiff.ts";
import { perfAudit } from "./perfAudit.ts";
import { perfInsights } from "./perfInsights.ts";
import { perfStart, perfStop } from "./perfTrace.ts";
import { visualDiff } from "./visualDiff.ts";
import { webVitals } from "./webVitals.ts";

export const performanceTools = [
  perfStart,
  perfStop,
  perfInsights,
  perfAudit,
  coverageStart,
  coverageStop,
  layoutThrashTrace,
  heapSnapshot,
  heapRetainers,
  memoryDiff,
  webVitals,
  a11yAudit,
  visualDiff,
];
