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
  const held = new Map<number, { edges: number; samples: string[] }>();
  for (const match of matches)
    graph.eachRetainer(match, (retainer, edge) => {
      const known = held.get(retainer) ?? { edges: 0, samples: [] };
      known.edges++;
      if (known.samples.length < MAX_HELD) known.samples.push(`${graph.nameOf(match)} @${heap.node.id[match]} by ${graph.edgeName(edge)}`);
      held.set(retainer, known);
    });
  const retainers = [...held]
    .map(([node, { edges, samples }]) => ({ node, edges, samples, size: heap.node.selfSize[node]! }))
    .toSorted((a, b) => b.size - a.size || b.edges - a.edges)
    .slice(0, MAX_RETAINERS);
  // The largest are the ones to begin with.
  const largest = matches.toSorted((a, b) => graph.retainedSize(b) - graph.retainedSize(a)).slice(0, MAX_MATCHES);
  return {
    summary: { nodeCount: heap.nodeCount, edgeCount: heap.edgeCount, stringCount: heap.strings.length, totalSelfSize },
    matchCount: matches.length,
    retainers: retainers.map(({ node, edges, samples }) => {
      const { name, type, selfSize } = graph.describe(node);
      return { retainerName: name, retainerType: type, retainerSelfSize: selfSize, edgesToMatches: edges, sampleHeldNodes: samples };
    }),
    sampleMatches: largest.map((node) => describeMatch(graph, node)),
    warnings: held.size > MAX_RETAINERS ? [`${held.size} objects hold matches; the ${MAX_RETAINERS} largest are listed.`] : [],
  };
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
