import type { Box } from "../api.ts";

export interface Label {
  words: string;
  box: Box;
}

/** With how far from its middle a label speaks for what is over or beside it. */
export interface PlacedLabel extends Label {
  reach: { x: number; y: number };
}

/** What stands above is oftener a title than a name, and bare numbers are oftener the scale. */
const ABOVE = 3;
const NUMBER = 4;
const IN_LINE = 2;

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** Those of an axis share the space between them; one that stands alone has its own length. */
export function placeLabels(labels: readonly Label[]): PlacedLabel[] {
  const middles = labels.map(({ box }) => middleOf(box));
  return labels.map((label, index) => {
    const own = middleOf(label.box);
    const halfWay = (along: "x" | "y", isInLine: (other: number) => boolean): number => {
      const distances = middles.flatMap((middle, other) => (other !== index && isInLine(other) ? Math.abs(middle[along] - own[along]) : []));
      return Math.min(...distances.filter((distance) => distance > IN_LINE)) / 2;
    };
    const x = halfWay("x", (other) => Math.abs((middles[other]?.y ?? NaN) - own.y) <= IN_LINE);
    const y = halfWay("y", (other) => isInColumn(label.box, labels[other]?.box ?? label.box));
    const { width, height } = label.box;
    return { ...label, reach: { x: x === Infinity ? width / 2 : Math.max(x, width / 2), y: y === Infinity ? height / 2 : Math.max(y, height / 2) } };
  });
}

const isInColumn = (one: Box, other: Box): boolean => Math.abs(one.x - other.x) <= IN_LINE || Math.abs(one.x + one.width - other.x - other.width) <= IN_LINE;

/** The words that a reader takes for a shape's: in line with its middle, down or across, and not far. */
export function nearestLabel(shape: Box, labels: readonly PlacedLabel[]): string | undefined {
  let nearest: { words: string; distance: number } | undefined;
  for (const label of labels) {
    const distance = distanceTo(shape, label) * (/^[-+\d.,%\s$€£]+$/.test(label.words) ? NUMBER : 1);
    if (distance < (nearest?.distance ?? Infinity)) nearest = { words: label.words, distance };
  }
  return nearest?.words;
}

function distanceTo(shape: Box, { box, reach }: PlacedLabel): number {
  const middle = middleOf(shape);
  const own = middleOf(box);
  const below = box.y - (shape.y + shape.height);
  const above = shape.y - (box.y + box.height);
  const beside = Math.max(box.x - (shape.x + shape.width), shape.x - (box.x + box.width));
  const down = Math.abs(middle.x - own.x) > reach.x ? Infinity : above > 0 ? (1 + above) * ABOVE : 1 + Math.max(0, below);
  const across = Math.abs(middle.y - own.y) > reach.y ? Infinity : 1 + Math.max(0, beside);
  return Math.min(down, across);
}
