import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { told } from "./shapes.ts";

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;
const DEADLINE_MS = 30_000;

export const clock = defineTool({
  name: "clock",
  family: "emulate",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: true,
  summary: "Stop the pages' clock at a time of your choice (freeze), jump ahead (advance), or let it run again (release).",
  details: `\`freeze\` holds Date at \`atIso\` (or at now) in every page of the session, across navigations and for pages to come; timers and
animations go on, so that the page stays alive. \`advance\` jumps by \`byMs\` (a year at most) or to \`atIso\` and stays there: timers that
fall due on the way fire in their order, and performance.now() moves along. Jumps add up. Timers of 0.3 s and
more, and intervals, that were set before the clock was stopped fall due as well; in an attached browser and in workers those wait for the real time.
Workers that run and those to come read the same clock (Chromium).`,
  input: z.object({
    mode: z.enum(["freeze", "advance", "release"]),
    atIso: z.string().optional().describe("such as 2026-12-31T23:59:00Z"),
    byMs: z.number().min(0).max(YEAR_MS).optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    applied: z.object({ mode: z.enum(["freeze", "advance", "release"]), nowIso: z.string(), paused: z.boolean() }),
    timersFired: z.number().optional(),
    warning: z.string().optional(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "workers go by the real time: WebDriver BiDi does not reach into them" } },
  examples: [{ mode: "freeze", atIso: "2026-12-31T23:59:00Z" }, { mode: "advance", byMs: 120_000 }, { mode: "release" }],
  cli: { positional: ["mode"] },
  text: ({ applied, timersFired, warning }, style) => {
    if (style.reader === "agent") return undefined;
    const fired = timersFired === undefined ? "" : ` ${timersFired} timers fell due.`;
    const told = applied.paused ? `The pages' clock stands at ${applied.nowIso}.${fired}` : "The pages' clock runs again.";
    return warning && applied.paused ? `${told}\n${warning}` : told;
  },
  deadline: DEADLINE_MS,
  run: async ({ session, warn }, { mode, atIso, byMs }) => {
    const { clock: pages } = session.parts;
    const at = atIso === undefined ? undefined : timeOf(atIso);
    const done = (nowMs: number, paused: boolean) => ({
      ok: true as const,
      applied: { mode, nowIso: new Date(nowMs).toISOString(), paused },
      ...told(session),
    });
    if (mode === "release") {
      await pages.release();
      return done(Date.now(), false);
    }
    if (mode === "freeze") {
      const nowMs = at ?? Date.now();
      await pages.freeze(nowMs);
      return done(nowMs, true);
    }
    if ((at === undefined) === (byMs === undefined)) throw new DroverError("bad-input", "advance takes either byMs or atIso");
    const nowMs = at ?? Math.round((pages.stoppedAt ?? Date.now()) + byMs!);
    const { fired, all } = await pages.jumpTo(nowMs);
    if (!all) warn(`More than ${fired} timers fell due; the rest was skipped. Jump in smaller steps to see them all.`);
    return { ...done(nowMs, true), timersFired: fired };
  },
});

function timeOf(iso: string): number {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) throw new DroverError("bad-input", `"${iso}" is not a time`, { hint: "ISO 8601, such as 2026-12-31T23:59:00Z." });
  return time;
}
