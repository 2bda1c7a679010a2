import { expect, it } from "vitest";
import { nearestLabel, placeLabels, type Label } from "./nearestLabel.ts";

const label = (words: string, x: number, y: number, width = 30): Label => ({ words, box: { x, y, width, height: 12 } });

const upright = placeLabels([label("Fruit sold", 270, 0, 60), label("40", 0, 30, 12), label("20", 0, 120, 12), label("Apples", 50, 220), label("Pears", 200, 220), label("Plums", 350, 220), label("2025", 180, 250), label("2026", 240, 250)]);
const lying = placeLabels([label("Apples", 0, 20), label("Pears", 0, 60), label("Plums", 0, 100), label("0", 40, 130, 8), label("10", 140, 130, 12)]);

it.each<[string, string | undefined, string | undefined]>([
  ["a bar, by what is below it", nearestLabel({ x: 180, y: 100, width: 60, height: 115 }, upright), "Pears"],
  ["one of two bars of a group, beside the middle of it", nearestLabel({ x: 220, y: 100, width: 30, height: 115 }, upright), "Pears"],
  ["a point high above its category, and not by the title or the scale", nearestLabel({ x: 362, y: 28, width: 6, height: 6 }, upright), "Plums"],
  ["a point of the first category, and not by the scale", nearestLabel({ x: 62, y: 120, width: 6, height: 6 }, upright), "Apples"],
  ["a key of the legend, by what is beside it", nearestLabel({ x: 165, y: 250, width: 12, height: 12 }, upright), "2025"],
  ["a lying bar, by what is left of it", nearestLabel({ x: 35, y: 95, width: 110, height: 22 }, lying), "Plums"],
  ["nothing where no words are in line", nearestLabel({ x: 900, y: 500, width: 10, height: 10 }, lying), undefined],
])("names %s", (_, found, expected) => expect(found).toBe(expected));
