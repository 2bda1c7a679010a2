import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { HeapGraph } from "./heapGraph.ts";
import { readHeap, type Heap } from "./readHeap.ts";
import { diffMemory } from "./memoryDiff.ts";
import { findRetainers } from "./retainers.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "drover-heap-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Node {
  name: string;
  type?: "object" | "closure" | "array";
  size?: number;
  detached?: boolean;
  /** By the name of the edge. */
  holds?: [edge: string, node: number][];
}

const nodeTypes = ["hidden", "array", "string", "object", "code", "closure"];

/** A snapshot as V8 writes it. The first node is the root. */
function snapshot(nodes: Node[]): string {
  const strings: string[] = [];
  const text = (wanted: string) => (strings.includes(wanted) ? strings.indexOf(wanted) : strings.push(wanted) - 1);
  const rows = nodes.flatMap(({ name, type = "object", size = 10, detached, holds = [] }, index) => [nodeTypes.indexOf(type), text(name), index * 2 + 1, size, holds.length, detached ? 2 : 0]);
  const edges = nodes.flatMap(({ holds = [] }) => holds.flatMap(([edge, to]) => [edge === "weak" ? 6 : 2, text(edge), to * 6]));
  const meta = {
    node_fields: ["type", "name", "id", "self_size", "edge_count", "detachedness"],
    node_types: [nodeTypes, "string", "number", "number", "number", "number"],
    edge_fields: ["type", "name_or_index", "to_node"],
    edge_types: [["context", "element", "property", "internal", "hidden", "shortcut", "weak"], "string_or_number", "node"],
  };
  return `{"snapshot":${JSON.stringify({ meta, node_count: nodes.length, edge_count: edges.length / 3 })},\n"nodes":[${rows.join(",\n")}],\n"edges":[${edges.join()}],\n"locations":[],\n"strings":${JSON.stringify(strings)}}`;
}

let count = 0;
function file(contents: string): string {
  const place = path.join(folder, `${++count}.heapsnapshot`);
  writeFileSync(place, contents);
  return place;
}

const leak: Node[] = [
  { name: "", holds: [["global", 1]] },
  { name: "Window [JSGlobalObject] / x", holds: [["cache", 2], ["weak", 4]] },
  { name: "Map", size: 50, holds: [["a", 3], ["b", 5]] },
  { name: "Entry", size: 100, holds: [["data", 6]] },
  { name: "Entry", size: 100 },
  { name: "Entry", size: 100, detached: true },
  { name: "Array", type: "array", size: 1000 },
];

test("retainers, ways from the root, dominators and retained sizes", async () => {
  const found = await findRetainers({ file: file(snapshot(leak)), query: { name: "Entry" } });
  expect(found).toMatchObject({ matchCount: 3, summary: { nodeCount: 7, edgeCount: 6, totalSelfSize: 1370 }, retainers: [{ retainerName: "Map", edgesToMatches: 2, sampleHeldNodes: ["Entry @7 by a", "Entry @11 by b"] }] });
  expect(found.sampleMatches[0]).toEqual({ id: 7, name: "Entry", type: "object", selfSize: 100, retainedSize: 1100, dominator: { name: "Map", type: "object", retainedSize: 1250 }, path: "Window [JSGlobalObject] / x .cache → Map .a → Entry @7" });
  expect(await findRetainers({ file: file(snapshot(leak)), query: { detached: true } })).toMatchObject({ matchCount: 1 });
  expect(await findRetainers({ file: file(snapshot(leak)), query: { name: "ntr", nameMatch: "substring" } })).toMatchObject({ matchCount: 3 });
  expect(await findRetainers({ file: file(snapshot(leak)), query: { name: "ntr" } })).toMatchObject({ matchCount: 0, retainers: [], sampleMatches: [] });
});

test("growth is told by kind and name, without noise", async () => {
  const grown = leak.map((node) => (node.name === "Entry" ? { ...node, size: 2000 } : node.name === "Map" ? { ...node, size: 1000 } : node));
  const diff = await diffMemory({ before: file(snapshot(leak)), after: file(snapshot([...grown, { name: "New", size: 5000 }])) });
  expect(diff.retainerGrowth).toMatchObject([
    { node: "Entry", type: "object", sizeBefore: 300, sizeAfter: 6000, deltaBytes: 5700, deltaPercent: 1900, countBefore: 3, countAfter: 3 },
    { node: "New", sizeBefore: 0, deltaBytes: 5000, deltaPercent: "+inf", countBefore: 0, countAfter: 1 },
  ]);
  expect(diff.summary).toMatchObject({ totalGrowth: 11_650, top3Growers: [{ node: "Entry" }, { node: "New" }], detachedBefore: 1, detachedAfter: 1 });
});

/** By its definition: without the dominator the node cannot be reached. */
function freedWith(heap: Heap, without: number): Set<number> {
  const reach = (blocked: number | undefined) => {
    const seen = new Set<number>();
    const waiting = blocked === 0 ? [] : [0];
    const first = [...heap.node.edges].map((_, node) => heap.node.edges.slice(0, node).reduce((a, b) => a + b, 0));
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      for (let edge = first[node]!; edge < first[node]! + heap.node.edges[node]!; edge++) if (heap.edge.to[edge] !== blocked) waiting.push(heap.edge.to[edge]!);
    }
    return seen;
  };
  const left = reach(without);
  return new Set([...reach(undefined)].filter((node) => !left.has(node)));
}

test("a node's retained size is what would be freed with it, in any graph", async () => {
  const graphs = fc.array(fc.array(fc.nat(14), { maxLength: 4 }), { minLength: 1, maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(graphs, async (edges) => {
      const heap = await readHeap(file(snapshot(edges.map((to, n) => ({ name: `n${n}`, size: n + 1, holds: to.map((each) => ["x", each % edges.length] as [string, number]) })))));
      const graph = new HeapGraph(heap);
      for (const node of freedWith(heap, 0)) {
        const expected = [...freedWith(heap, node)].reduce((sum, each) => sum + each + 1, 0);
        expect(graph.retainedSize(node)).toBe(expected);
      }
    }),
    { numRuns: 150 },
  );
});

const whole = snapshot(leak);
test.each([
  ["nothing", ""],
  ["a text", "hello"],
  ["another JSON", '{"a":1}'],
  ["one that is cut off in its nodes", whole.slice(0, whole.indexOf('"nodes"') + 40)],
  ["one that is cut off in its strings", whole.slice(0, -20)],
  ["one with fewer nodes than it says", whole.replace('"node_count":7', '"node_count":9')],
  ["an edge that leads nowhere", whole.replace(/"edges":\[2,(\d+),6/, '"edges":[2,$1,600')],
  ["an edge into the middle of a node", whole.replace(/"edges":\[2,(\d+),6/, '"edges":[2,$1,7')],
  ["edges that do not add up", whole.replace('"nodes":[3,\n0,\n1,\n10,\n1', '"nodes":[3,\n0,\n1,\n10,\n2')],
  ["a description without fields", whole.replace('"self_size"', '"other"')],
])("%s is refused", async (_, contents) => {
  await expect(findRetainers({ file: file(contents), query: { name: "x" } })).rejects.toMatchObject({ code: "bad-input" });
});

test("one that says it is larger than memory is refused unread", async () => {
  await expect(readHeap(file(whole.replace('"node_count":7', '"node_count":900000000')))).rejects.toMatchObject({ code: "too-large" });
});
