import { z } from "zod";

/** From world to screen: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export type Affine = [a: number, b: number, c: number, d: number, e: number, f: number];

const matrix = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

/** As editors have it: `screen = (world + pan) * scale + origin`. */
const panAndScale = z.object({ scale: z.number().refine((scale) => scale !== 0, "a scale of 0 leads nowhere back"), panX: z.number(), panY: z.number(), originX: z.number().optional(), originY: z.number().optional() });
const anyAffine = z.object({ matrix: matrix.refine(([a, b, c, d]) => a * d - b * c !== 0, "this matrix leads nowhere back") });

export const transformShape = z.union([panAndScale, anyAffine]);
export type Transform = z.output<typeof transformShape>;

export function affineOf(transform: Transform): Affine {
  if ("matrix" in transform) return transform.matrix;
  const { scale, panX, panY, originX = 0, originY = 0 } = transform;
  return [scale, 0, 0, scale, panX * scale + originX, panY * scale + originY];
}

export const forward = ([a, b, c, d, e, f]: Affine, x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f });

export function backward([a, b, c, d, e, f]: Affine, x: number, y: number) {
  const area = a * d - b * c;
  return { x: (d * (x - e) - c * (y - f)) / area, y: (a * (y - f) - b * (x - e)) / area };
}
