import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineInput } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Pointer } from "../../session/action/pointer.ts";
import { defineTool } from "../defineTool.ts";
import { gestureEngines, pointerTool, touchIdentifier } from "./pointerTool.ts";

const MAX_STEPS = 200;
const MIN_PACE_MS = 5;
const MAX_WAIT_MS = 5000;
const SLACK_MS = 10_000;

const stepInput = z.object({
  kind: z.enum(["down", "up", "move", "wait", "wheel"]),
  x: z.number().optional(),
  y: z.number().optional(),
  deltaX: z.number().optional(),
  deltaY: z.number().optional(),
  ms: z.number().min(0).optional(),
  pointerId: touchIdentifier.optional(),
});

type ChainStep = z.output<typeof stepInput>;

export const gestureChain = defineTool({
  ...pointerTool,
  engines: gestureEngines,
  name: "gesture_chain",
  capability: "canvas",
  summary: "Play a program of pointer steps: down, move, up, wheel, wait.",
  details: `\`down\`, \`up\` and \`move\` need \`x\` and \`y\`; \`move\` may be paced by \`ms\` (at least 5). \`wait\` takes \`ms\` up to 5,000. \`wheel\` needs a delta.
With one pointer it is the mouse; steps with different \`pointerId\`s are fingers, several of which may be down at once. At most 200
steps. What a chain holds is let go when it is cancelled or fails.`,
  input: z.object({ steps: z.array(stepInput).min(1) }),
  output: z.object({
    ok: z.literal(true),
    stepsExecuted: z.number(),
    totalDurationMs: z.number(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  deadline: ({ steps }) => steps.reduce((sum, { ms = 0 }) => sum + Math.min(ms, MAX_WAIT_MS), SLACK_MS),
  examples: [{ steps: [{ kind: "down", x: 100, y: 100 }, { kind: "move", x: 200, y: 160, ms: 16 }, { kind: "up", x: 200, y: 160 }] }],
  run: async ({ page, signal, warn }, { steps }) => {
    if (steps.length > MAX_STEPS)
      throw new DroverError("bad-input", `a chain has at most ${MAX_STEPS} steps, not ${steps.length}`, {
        hint: "Split it over several calls.",
        fields: { code: "too-many-steps" },
      });
    steps.forEach(checkStep);
    const started = performance.now();
    const several = new Set(steps.map(({ pointerId }) => pointerId ?? 0)).size > 1;
    const play = several ? fingers(page.engine.input) : mouse(page.engine.input, page.parts.pointer);
    try {
      for (const step of steps) {
        const ms = pace(step, warn);
        if (ms > 0) await pause(ms, undefined, { signal });
        if (step.kind === "wheel") await wheel(page.engine.input, page.parts.pointer, step);
        else if (step.kind !== "wait") await play(step.kind, { x: step.x ?? 0, y: step.y ?? 0, id: step.pointerId ?? 0 });
      }
    } catch (thrown) {
      await mayFail(several ? page.engine.input.touch("end", []) : letGo(page.engine.input, page.parts.pointer), "what the chain holds goes with its page");
      throw thrown;
    }
    return { ok: true as const, stepsExecuted: steps.length, totalDurationMs: Math.round(performance.now() - started), warnings: [] };
  },
});

function checkStep({ kind, x, y, deltaX = 0, deltaY = 0, ms }: ChainStep, index: number): void {
  const wrong = (what: string) => new DroverError("bad-input", `steps.${index}: ${kind} needs ${what}`);
  if ((kind === "down" || kind === "up" || kind === "move") && (x === undefined || y === undefined)) throw wrong("x and y");
  if (kind === "wheel" && deltaX === 0 && deltaY === 0) throw wrong("deltaX or deltaY");
  if (kind === "wait" && ms === undefined) throw wrong("ms");
}

function pace({ kind, ms }: ChainStep, warn: (line: string) => void): number {
  if (ms === undefined) return 0;
  if (kind === "wait") {
    if (ms > MAX_WAIT_MS) warn(`A wait of ${ms} ms was cut to ${MAX_WAIT_MS}; split longer ones over several calls.`);
    return Math.min(ms, MAX_WAIT_MS);
  }
  if (kind !== "move") return 0;
  if (ms < MIN_PACE_MS) warn(`A pace of ${ms} ms was raised to ${MIN_PACE_MS}.`);
  return Math.min(Math.max(ms, MIN_PACE_MS), MAX_WAIT_MS);
}

type Play = (kind: "down" | "up" | "move", at: { x: number; y: number; id: number }) => Promise<void>;

function mouse(input: EngineInput, pointer: Pointer): Play {
  return async (kind, at) => {
    if (kind === "down" && (pointer.x !== at.x || pointer.y !== at.y)) await input.mouse(pointer.event("move", at, "none"));
    await input.mouse(pointer.event(kind, at, "left"));
  };
}

async function letGo(input: EngineInput, pointer: Pointer): Promise<void> {
  if (pointer.buttons & 1) await input.mouse(pointer.event("up", undefined, "left"));
}

/** Each pointer is a finger of its own. */
const fingers =
  (input: EngineInput): Play =>
  (kind, at) =>
    input.touch(kind === "down" ? "start" : kind === "up" ? "end" : "move", [at]);

async function wheel(input: EngineInput, pointer: Pointer, { x, y, deltaX = 0, deltaY = 0 }: ChainStep): Promise<void> {
  if (x !== undefined && y !== undefined) await input.mouse(pointer.event("move", { x, y }, "none"));
  await input.wheel({ x: pointer.x, y: pointer.y, deltaX, deltaY });
}
