import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { A11yReading, A11yRule, A11yWish } from "../../page/measure/api.ts";
import { readFrame } from "../../session/reading.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { defineTool } from "../defineTool.ts";

const impacts = ["critical", "serious", "moderate", "minor"] as const;
const MAX_NODES = 5;

const rule = z.object({
  id: z.string(),
  impact: z.string(),
  help: z.string(),
  helpUrl: z.string(),
  tags: z.array(z.string()),
  count: z.number(),
  nodes: z.array(z.object({ ref: z.string().optional(), frame: z.string().optional(), tag: z.string(), text: z.string(), target: z.string(), html: z.string(), failureSummary: z.string() })),
});

export const a11yAudit = defineTool({
  name: "a11y_audit",
  family: "performance",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  deadline: 60_000,
  summary: "Check the page with axe-core: broken accessibility rules, worst first, with refs.",
  details: `In the page and its frames, from a world of its own: the page sees nothing of it. \`tags\` (such as \`wcag2a\`, \`wcag2aa\`, \`best-practice\`) or \`rules\` (their ids) choose what is checked, \`scope\` (a CSS
selector) where. \`incomplete\` needs a person's eye. Five elements of each rule are listed unless \`maxNodes\` says otherwise; \`count\` is how many there are.`,
  input: z.object({
    tags: z.array(z.string().min(1)).optional(),
    rules: z.array(z.string().min(1)).optional(),
    scope: z.string().min(1).optional(),
    maxNodes: z.int().min(1).max(100).optional(),
    incomplete: z.boolean().optional().describe("list what needs a person's eye, too"),
  }),
  output: z.object({
    ok: z.literal(true),
    url: z.string(),
    violationCount: z.number(),
    byImpact: z.object({ critical: z.number(), serious: z.number(), moderate: z.number(), minor: z.number() }),
    violations: z.array(rule),
    incompleteCount: z.number(),
    incomplete: z.array(rule).optional(),
    passes: z.number(),
    axeVersion: z.string(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ tags: ["wcag2a", "wcag2aa"] }, { scope: "main" }, {}],
  cli: { aliases: ["a11y"] },
  run: async ({ page, warn }, { tags = [], rules = [], scope, maxNodes = MAX_NODES, incomplete = false }) => {
    const readings = await readingsOf(page, { tags, rules, scope, maxNodes }, warn);
    const violations = together(readings, "violations", maxNodes);
    const unsure = together(readings, "incomplete", maxNodes);
    const count = (impact: string) => violations.filter((each) => each.impact === impact).reduce((sum, each) => sum + each.count, 0);
    return {
      ok: true as const,
      url: page.url,
      violationCount: violations.reduce((sum, each) => sum + each.count, 0),
      byImpact: { critical: count("critical"), serious: count("serious"), moderate: count("moderate"), minor: count("minor") },
      violations,
      incompleteCount: unsure.length,
      ...(incomplete && { incomplete: unsure }),
      passes: readings[0]?.reading.passes ?? 0,
      axeVersion: readings[0]?.reading.version ?? "",
    };
  },
});

interface FrameReading {
  /** Undefined for the main one. */
  frame?: string;
  reading: A11yReading;
}

let axe: Promise<string> | undefined;

/** Read when it is first needed: it is half a megabyte. */
const axeSource = (): Promise<string> => (axe ??= readFile(path.join(import.meta.dirname, "axe.js"), "utf8"));

/** Of the page and its frames; a frame that cannot be looked into is told of. */
async function readingsOf(page: SessionPage, wish: A11yWish, warn: (line: string) => void): Promise<FrameReading[]> {
  // Into the documents of this page alone, once: not for the session's documents to come.
  const installed = page.engine.addScript({ source: await axeSource(), world: "isolated", order: 0, inOpenDocuments: true });
  try {
    await installed.done;
    const main = page.engine.mainFrame;
    const readings: FrameReading[] = [{ reading: await readFrame(page, main, "accessibility", wish) }];
    if (wish.scope !== undefined) return readings;
    for (const frame of page.engine.frames().filter((each) => each !== main && isDocument(each))) {
      const reading = await mayFail(readFrame(page, frame, "accessibility", wish, { attempts: 1 }), "a frame may go away, or not be the browser's to look into");
      if (reading) readings.push({ frame: page.frameId(frame), reading });
      else warn(`The frame ${frame.url} could not be checked.`);
    }
    return readings;
  } finally {
    installed.takeBack();
  }
}

const isDocument = ({ url, detached }: EngineFrame): boolean => !detached && /^(?:https?|file|about:srcdoc|data|blob)/.test(url);

type Together = z.infer<typeof rule>;

function together(readings: FrameReading[], which: "violations" | "incomplete", maxNodes: number): Together[] {
  const byRule = new Map<string, Together>();
  for (const { frame, reading } of readings)
    for (const each of reading[which]) {
      const known = byRule.get(each.id) ?? emptyRule(each);
      known.count += each.nodeCount;
      known.nodes.push(...each.nodes.slice(0, maxNodes - known.nodes.length).map((node) => ({ ...node, ...(frame !== undefined && { frame }) })));
      byRule.set(each.id, known);
    }
  const rank = ({ impact }: Together) => impacts.findIndex((each) => each === impact);
  return [...byRule.values()].toSorted((a, b) => rank(a) - rank(b) || b.count - a.count);
}

const emptyRule = ({ id, impact, help, helpUrl, tags }: A11yRule): Together => ({ id, impact, help, helpUrl, tags, count: 0, nodes: [] });
