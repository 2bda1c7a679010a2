import { HeapGraph } from "./heapGraph.ts";
import { describePath } from "./describePath.ts";
import { readHeap } from "./readHeap.ts";

export interface HeapQuery {
  name?: string | undefined;
  nameMatch?: "exact" | "substring" | undefined;
  type?: string | undefined;
  /** Elements that are in no document any more. */
  detached?: boolean | undefined;
}

export interface HeapSummary {
  nodeCount: number;
  edgeCount: number;
  stringCount: number;
  totalSelfSize: number;
}

export interface Retainer {
  retainerName: string;
  retainerType: string;
  retainerSelfSize: number;
  edgesToMatches: number;
  sampleHeldNodes: string[];
}

export interface Match {
  id: number;
  name: string;
  type: string;
  selfSize: number;
  retainedSize: number;
  detached?: true;
  /** Without it the match would be freed. */
  dominator?: { name: string; type: string; retainedSize: number };
  /** From the root to the match. */
  path: string;
}

export interface RetainersReport {
  summary: HeapSummary;
  matchCount: number;
  retainers: Retainer[];
  sampleMatches: Match[];
  warnings: string[];
}

const MAX_RETAINERS = 50;
const MAX_MATCHES = 10;
const MAX_HELD = 3;
const DETACHED = 2;

/** Who holds what the query asks for, directly and from the root. */
export async function findRetainers({ file, query }: { file: string; query: HeapQuery }): Promise<RetainersReport> {
  const heap = await readHeap(file);
  const graph = new HeapGraph(heap);
  const wanted = matcher(graph, query);
  const matches: number[] = [];
  let totalSelfSize = 0;
  for (let node = 0; node < heap.nodeCount; node++) {
    totalSelfSize += heap.node.selfSize[node]!;
    if (wanted(node)) matches.push(node);
  }
  const { holders, edges } = countEdges(graph, matches);
  const retainers = firstOf(holders, MAX_RETAINERS, (a, b) => heap.node.selfSize[b]! - heap.node.selfSize[a]! || edges[b]! - edges[a]!);
  const samples = samplesOf(graph, matches, new Set(retainers));
  // The largest are the ones to begin with.
  const largest = firstOf(matches, MAX_MATCHES, (a, b) => graph.retainedSize(b) - graph.retainedSize(a));
  return {
    summary: { nodeCount: heap.nodeCount, edgeCount: heap.edgeCount, stringCount: heap.strings.length, totalSelfSize },
    matchCount: matches.length,
    retainers: retainers.map((node) => {
      const { name, type, selfSize } = graph.describe(node);
      return { retainerName: name, retainerType: type, retainerSelfSize: selfSize, edgesToMatches: edges[node]!, sampleHeldNodes: samples.get(node) ?? [] };
    }),
    sampleMatches: largest.map((node) => describeMatch(graph, node)),
    warnings: holders.length > MAX_RETAINERS ? [`${holders.length} objects hold matches; the ${MAX_RETAINERS} largest are listed.`] : [],
  };
}

/** Who holds any of the matches, and by how many edges each of them. */
function countEdges(graph: HeapGraph, matches: readonly number[]): { holders: number[]; edges: Uint32Array } {
  const edges = new Uint32Array(graph.heap.nodeCount);
  const holders: number[] = [];
  for (const match of matches) graph.eachRetainer(match, (retainer) => void (edges[retainer]!++ === 0 && holders.push(retainer)));
  return { holders, edges };
}

function samplesOf(graph: HeapGraph, matches: readonly number[], wanted: ReadonlySet<number>): Map<number, string[]> {
  const samples = new Map([...wanted].map((node): [number, string[]] => [node, []]));
  for (const match of matches)
    graph.eachRetainer(match, (retainer, edge) => {
      const known = samples.get(retainer);
      if (known && known.length < MAX_HELD) known.push(`${graph.nameOf(match)} @${graph.heap.node.id[match]} by ${graph.edgeName(edge)}`);
    });
  return samples;
}

/** As sorting and cutting would give, without sorting all of them. */
function firstOf(all: readonly number[], count: number, order: (a: number, b: number) => number): number[] {
  const first: number[] = [];
  for (const each of all) {
    if (first.length === count && order(each, first.at(-1)!) >= 0) continue;
    const place = first.findIndex((other) => order(each, other) < 0);
    first.splice(place === -1 ? first.length : place, 0, each);
    if (first.length > count) first.pop();
  }
  return first;
}

function matcher({ heap }: HeapGraph, { name, nameMatch = "exact", type, detached }: HeapQuery): (node: number) => boolean {
  const types = type === undefined ? undefined : heap.nodeTypes.indexOf(type);
  const names = name === undefined ? undefined : new Uint8Array(heap.strings.map((text) => ((nameMatch === "exact" ? text === name : text.includes(name)) ? 1 : 0)));
  return (node) =>
    (types === undefined || heap.node.type[node] === types) && (names === undefined || names[heap.node.name[node]!] === 1) && (!detached || heap.node.detached[node] === DETACHED);
}

function describeMatch(graph: HeapGraph, node: number): Match {
  const dominator = graph.dominatorOf(node);
  const holder = dominator === undefined ? undefined : graph.describe(dominator);
  return {
    ...graph.describe(node),
    retainedSize: graph.retainedSize(node),
    ...(graph.heap.node.detached[node] === DETACHED && { detached: true as const }),
    ...(holder && dominator !== undefined && { dominator: { name: holder.name, type: holder.type, retainedSize: graph.retainedSize(dominator) } }),
    path: describePath(graph, node),
  };
}
