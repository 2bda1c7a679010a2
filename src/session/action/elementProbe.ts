import { z } from "zod";

const hit = z.object({ tag: z.string(), role: z.string(), text: z.string(), ancestorText: z.string() }).nullable();

const scrollGeometryShape = z.object({
  x: z.number(),
  y: z.number(),
  scrollWidth: z.number(),
  scrollHeight: z.number(),
  clientWidth: z.number(),
  clientHeight: z.number(),
  atTop: z.boolean(),
  atBottom: z.boolean(),
});

/** What an action left of its target. Page code writes it as `ElementProbe`, and a type test holds the two together. */
export const elementProbeShape = z.object({
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
  scroll: scrollGeometryShape.optional(),
});
