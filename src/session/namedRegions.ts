import type { Box } from "../page/api.ts";
import { DroverError } from "../protocol/errors.ts";

/** Viewport rectangles that a caller named. */
export class NamedRegions {
  readonly #boxes = new Map<string, Box>();

  set(name: string, box: Box): void {
    this.#boxes.set(name, box);
  }

  get(name: string): Box {
    const box = this.#boxes.get(name);
    if (box) return box;
    const known = [...this.#boxes.keys()];
    throw new DroverError("not-found", `no region is named "${name}"`, {
      hint: known.length > 0 ? `Regions in this session: ${known.join(", ")}.` : "Bind one with name_region.",
    });
  }

  all(): { name: string; box: Box }[] {
    return [...this.#boxes].map(([name, box]) => ({ name, box }));
  }
}
