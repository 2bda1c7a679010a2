import { z } from "zod";
import { capturedPart } from "../../exit/tells.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { ElementTarget } from "../../session/sessionPage.ts";
import { elementTarget } from "../see/shapes.ts";
import { frame } from "../traffic/frameShape.ts";
import { capturedDownload } from "../../session/standing.ts";

export const pointInput = z.object({ x: z.number(), y: z.number() });

/** ref, selector (with contextRef) or named. */
export const elementInput = {
  ...elementTarget,
  contextRef: z.string().optional().describe("limits selector to this ref"),
};

/** The same, or a point of the viewport. */
export const targetInput = { ...elementInput, coords: pointInput.optional() };

/** What every action takes. */
export const actionOptions = {
  mode: z.enum(["scoped_snapshot", "none", "full", "tree_diff"]).optional().describe("shape of snapshotDelta"),
  maxResultTokens: z.int().min(50).max(50_000).optional(),
};

const region = z.object({ role: z.string(), name: z.string(), ref: z.string().optional() });

const hit = z.object({ tag: z.string(), role: z.string(), text: z.string(), ancestorText: z.string() }).nullable();

const scrollOutput = z.object({
  x: z.number(),
  y: z.number(),
  scrollWidth: z.number(),
  scrollHeight: z.number(),
  clientWidth: z.number(),
  clientHeight: z.number(),
  atTop: z.boolean(),
  atBottom: z.boolean(),
});

const probe = z.object({
  ref: z.string().optional(),
  stillAttached: z.boolean().optional(),
  focused: z.boolean().optional(),
  value: z.string().optional(),
  valueRequested: z.string().optional(),
  displayText: z.string().optional(),
  checked: z.union([z.boolean(), z.literal("mixed")]).optional(),
  ownerControl: z.object({ label: z.string(), displayTextBefore: z.string(), displayTextAfter: z.string(), changed: z.boolean() }).optional(),
  container: z.object({ kind: z.string(), rowKey: z.string(), rowText: z.string(), changed: z.boolean() }).optional(),
  hit: z.object({ before: hit, after: hit, focusChanged: z.boolean() }).optional(),
  scroll: scrollOutput.optional(),
});

/** What every action answers with. */
export const actionOutput = z.looseObject({
  ok: z.boolean(),
  action: z.looseObject({ type: z.string() }),
  navigation: z.object({
    changed: z.boolean(),
    from: z.string().optional(),
    to: z.string().optional(),
    kind: z.enum(["full_load", "spa", "hash"]).nullable(),
  }),
  structure: z.object({
    appeared: z.array(region),
    removed: z.array(region),
    newTabs: z.array(z.object({ id: z.string(), url: z.string(), title: z.string() })),
  }),
  console: capturedPart(z.object({ errors: z.array(z.string()), warnings: z.number() })),
  pageErrors: capturedPart(z.array(z.string())),
  element: probe.optional(),
  elements: z.array(probe).optional(),
  snapshotDelta: z.object({
    mode: z.enum(["scoped_snapshot", "none", "full", "tree_diff"]),
    scope: z.string().optional(),
    tree: z.string().optional(),
    truncated: z.boolean().optional(),
  }),
  network: capturedPart(z.object({
    summary: z.object({ total: z.number(), byType: z.record(z.string(), z.number()), failed: z.number() }),
    requests: z.array(
      z.object({
        requestId: z.string(),
        method: z.string(),
        url: z.string(),
        status: z.number().nullable(),
        type: z.string(),
        ms: z.number().nullable(),
        error: z.string().optional(),
      }),
    ),
    mutations: z
      .array(
        z.object({
          method: z.string(),
          urlPattern: z.string(),
          status: z.number(),
          ok: z.boolean(),
          durationMs: z.number(),
          responseShape: z.array(z.string()).optional(),
        }),
      )
      .optional(),
    wsFrames: z.array(frame).optional(),
  })),
  dialogs: z.array(z.object({ kind: z.string(), message: z.string(), defaultValue: z.string().optional(), handledAs: z.string() })).optional(),
  downloads: z.array(capturedDownload).optional(),
  warnings: z.array(z.string()),
  error: z.string().nullable(),
  tokensEstimate: z.number().optional(),
}).meta({ id: "ActionResult" });

interface GivenTarget extends ElementTarget {
  coords?: { x: number; y: number };
}

/** Splits a tool's input into its target and the rest, and refuses a target given twice or not at all. */
export function oneTarget(input: GivenTarget): { target?: ElementTarget; coords?: { x: number; y: number } } {
  const { ref, selector, named, contextRef, coords } = input;
  const given = Object.entries({ ref, selector, named, coords }).filter(([, value]) => value !== undefined);
  if (given.length !== 1)
    throw new DroverError("bad-input", given.length === 0 ? "no target was given" : `the target was given twice: ${given.map(([key]) => key).join(" and ")}`, {
      hint: "Pass exactly one of ref, selector, named, coords.",
    });
  if (coords) return { coords };
  return { target: elementOf({ ref, selector, named, contextRef }) };
}

/** Only what was given: results repeat it. */
export function elementOf({ ref, selector, named, contextRef }: ElementTarget): ElementTarget {
  return {
    ...(ref !== undefined && { ref }),
    ...(selector !== undefined && { selector }),
    ...(named !== undefined && { named }),
    ...(contextRef !== undefined && { contextRef }),
  };
}

export const hasTarget = ({ ref, selector, named }: ElementTarget): boolean => ref !== undefined || selector !== undefined || named !== undefined;
