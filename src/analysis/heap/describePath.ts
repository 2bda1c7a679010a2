import type { HeapGraph } from "./heapGraph.ts";

const MAX_STEPS = 14;
const MAX_NAME = 80;

/** The way from the root to a node as one line: `Window / http://… .cache → Map .table → Array [3] → RecordStore @1207`. */
export function describePath(graph: HeapGraph, node: number): string {
  const steps = graph.pathTo(node);
  const texts = steps.map((step, index) => {
    const { name, type } = graph.describe(step.node);
    const by = steps[index + 1]?.edge;
    const shown = (name || `(${type})`).slice(0, MAX_NAME);
    return by === undefined ? `${shown} @${graph.heap.node.id[step.node]}` : `${shown} ${member(graph.edgeName(by))}`;
  });
  if (texts.length <= MAX_STEPS) return texts.join(" → ");
  return [...texts.slice(0, MAX_STEPS / 2), `… ${texts.length - MAX_STEPS} more …`, ...texts.slice(-MAX_STEPS / 2)].join(" → ");
}

const member = (name: string): string => (name.startsWith("[") ? name : `.${name.slice(0, MAX_NAME)}`);
