import { z } from "zod";

/** From world to screen: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export type Affine = [a: number, b: number, c: number, d: number, e: number, f: number];

/** As editors have it: `screen = (world + pan) * scale + origin`. */
export const transformInput = z.object({
  scale: z.number().refine((scale) => scale !== 0, "a scale of 0 leads nowhere back"),
  panX: z.number(),
  panY: z.number(),
  originX: z.number().optional(),
  originY: z.number().optional(),
});

/** What is found may be turned or skewed. */
export const transformOutput = z.union([transformInput, z.object({ matrix: z.array(z.number()) })]);

export function affineOf({ scale, panX, panY, originX = 0, originY = 0 }: z.output<typeof transformInput>): Affine {
  return [scale, 0, 0, scale, panX * scale + originX, panY * scale + originY];
}

export const forward = ([a, b, c, d, e, f]: Affine, x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f });

export function backward([a, b, c, d, e, f]: Affine, x: number, y: number) {
  const area = a * d - b * c;
  return { x: (d * (x - e) - c * (y - f)) / area, y: (a * (y - f) - b * (x - e)) / area };
}
