import { describePath } from "./describePath.ts";
import { HeapGraph } from "./heapGraph.ts";
import { readHeap, type Heap } from "./readHeap.ts";

export interface Growth {
  node: string;
  type: string;
  sizeBefore: number;
  sizeAfter: number;
  deltaBytes: number;
  /** "+inf" when there was nothing before. */
  deltaPercent: number | "+inf";
  countBefore: number;
  countAfter: number;
  /** How one of those that came is held, for the largest growers. */
  heldBy?: string;
}

export interface MemoryDiff {
  retainerGrowth: Growth[];
  summary: {
    totalGrowth: number;
    top3Growers: Pick<Growth, "node" | "deltaBytes" | "deltaPercent">[];
    detachedBefore: number;
    detachedAfter: number;
  };
}

/** Below this a change says nothing. */
const NOISE = 1024;
const MAX_ROWS = 100;
const MAX_EXPLAINED = 60;
/** What has a name that its author knows; the rest are parts of these. */
const explainable = new Set(["object", "closure", "native"]);
const DETACHED = 2;

interface Group {
  size: number;
  count: number;
}

interface Measured {
  groups: Map<string, Group>;
  total: number;
  detached: number;
  ids: Uint32Array;
}

/** What became more between two snapshots of a heap, by the kind and name of its nodes. */
export async function diffMemory({ before, after }: { before: string; after: string }): Promise<MemoryDiff> {
  const old = measure(await readHeap(before));
  const graph = new HeapGraph(await readHeap(after));
  const now = measure(graph.heap);
  const rows = [...new Set([...now.groups.keys(), ...old.groups.keys()])]
    .map((key) => growthOf(key, old.groups.get(key), now.groups.get(key)))
    .filter(({ deltaBytes }) => Math.abs(deltaBytes) >= NOISE)
    .toSorted((a, b) => b.deltaBytes - a.deltaBytes)
    .slice(0, MAX_ROWS);
  const explained = explain(graph, old.ids, rows.filter(({ deltaBytes, type }) => deltaBytes > 0 && explainable.has(type)).slice(0, MAX_EXPLAINED));
  const retainerGrowth = rows.map((row) => ({ ...row, ...explained.get(keyOf(row.type, row.node)) }));
  return {
    retainerGrowth,
    summary: {
      totalGrowth: now.total - old.total,
      top3Growers: retainerGrowth.filter(({ deltaBytes }) => deltaBytes > 0).slice(0, 3).map(({ node, deltaBytes, deltaPercent }) => ({ node, deltaBytes, deltaPercent })),
      detachedBefore: old.detached,
      detachedAfter: now.detached,
    },
  };
}

const keyOf = (type: string, name: string): string => `${type}:${name}`;

function measure(heap: Heap): Measured {
  // By number first: there are far fewer kinds than nodes.
  const byNumber = new Map<number, Group>();
  let total = 0;
  let detached = 0;
  const kinds = heap.nodeTypes.length;
  for (let node = 0; node < heap.nodeCount; node++) {
    const size = heap.node.selfSize[node]!;
    const number = heap.node.name[node]! * kinds + heap.node.type[node]!;
    const group = byNumber.get(number);
    if (group) {
      group.size += size;
      group.count++;
    } else byNumber.set(number, { size, count: 1 });
    total += size;
    if (heap.node.detached[node] === DETACHED) detached++;
  }
  const groups = new Map<string, Group>();
  for (const [number, { size, count }] of byNumber) {
    const key = keyOf(heap.nodeTypes[number % kinds] ?? "unknown", heap.strings[Math.floor(number / kinds)] ?? "");
    const known = groups.get(key) ?? { size: 0, count: 0 };
    groups.set(key, { size: known.size + size, count: known.count + count });
  }
  return { groups, total, detached, ids: heap.node.id.slice().sort() };
}

function growthOf(key: string, before: Group = { size: 0, count: 0 }, after: Group = { size: 0, count: 0 }): Growth {
  const [type, ...name] = key.split(":");
  const deltaBytes = after.size - before.size;
  return {
    node: name.join(":"),
    type: type!,
    sizeBefore: before.size,
    sizeAfter: after.size,
    deltaBytes,
    deltaPercent: before.size === 0 ? "+inf" : Math.round((deltaBytes / before.size) * 1000) / 10,
    countBefore: before.count,
    countAfter: after.count,
  };
}

/** V8 keeps an object's id for as long as it lives: what has a new one came since. Ids of the browser's own nodes are given anew, so the last one is as good. */
function explain(graph: HeapGraph, old: Uint32Array, rows: Growth[]): Map<string, { heldBy: string }> {
  const { heap } = graph;
  const wanted = new Set(rows.map(({ type, node }) => keyOf(type, node)));
  const example = new Map<string, { node: number; isNew: boolean }>();
  for (let node = 0; node < heap.nodeCount; node++) {
    const type = heap.nodeTypes[heap.node.type[node]!] ?? "unknown";
    if (!explainable.has(type)) continue;
    const key = keyOf(type, graph.nameOf(node));
    if (!wanted.has(key) || example.get(key)?.isNew) continue;
    example.set(key, { node, isNew: !includes(old, heap.node.id[node]!) });
  }
  return new Map([...example].map(([key, { node }]) => [key, { heldBy: describePath(graph, node) }]));
}

function includes(sorted: Uint32Array, id: number): boolean {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === id;
}
