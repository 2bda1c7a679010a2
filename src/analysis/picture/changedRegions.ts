export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Changes that are nearer to each other than this belong together: the letters of a word, the lines of a paragraph. */
const CELL = 12;

/** More than these say no more. */
export const MAX_REGIONS = 20;

/** The places in which pixels are set, largest first. */
export function changedRegions(rgba: Uint8Array, width: number, height: number): (Area & { pixels: number })[] {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const cells = new Uint32Array(columns * rows);
  const bounds = new Map<number, { left: number; top: number; right: number; bottom: number }>();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (rgba[(y * width + x) * 4 + 3] === 0) continue;
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      cells[cell]!++;
      const known = bounds.get(cell);
      if (!known) bounds.set(cell, { left: x, top: y, right: x + 1, bottom: y + 1 });
      else {
        known.left = Math.min(known.left, x);
        known.right = Math.max(known.right, x + 1);
        known.bottom = Math.max(known.bottom, y + 1);
      }
    }
  const regions: (Area & { pixels: number })[] = [];
  const seen = new Set<number>();
  for (const first of bounds.keys()) {
    if (seen.has(first)) continue;
    const region = { left: width, top: height, right: 0, bottom: 0, pixels: 0 };
    const waiting = [first];
    seen.add(first);
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const box = bounds.get(cell)!;
      region.pixels += cells[cell]!;
      region.left = Math.min(region.left, box.left);
      region.top = Math.min(region.top, box.top);
      region.right = Math.max(region.right, box.right);
      region.bottom = Math.max(region.bottom, box.bottom);
      for (const next of neighbours(cell, columns, rows))
        if (bounds.has(next) && !seen.has(next)) {
          seen.add(next);
          waiting.push(next);
        }
    }
    regions.push({ x: region.left, y: region.top, width: region.right - region.left, height: region.bottom - region.top, pixels: region.pixels });
  }
  return regions.toSorted((a, b) => b.pixels - a.pixels);
}

function* neighbours(cell: number, columns: number, rows: number): Generator<number> {
  const column = cell % columns;
  const row = Math.floor(cell / columns);
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) yield y * columns + x;
}
