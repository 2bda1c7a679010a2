import { DroverError } from "../../protocol/errors.ts";
import type { Heap } from "./readHeap.ts";

const NONE = 0xffffffff;

/** As V8 names the global objects of pages and workers. */
const globalName = /\[JSGlobalObject\]|^Window(?: \/ |$)|WorkerGlobalScope(?: \/ |$)|^global(?: \/ |$)/;

export interface HeldNode {
  id: number;
  name: string;
  type: string;
  selfSize: number;
}

/** What holds what. A weak edge holds nothing. */
export class HeapGraph {
  readonly heap: Heap;
  readonly #firstEdge: Uint32Array;
  readonly #weak: number;
  #retainers: { first: Uint32Array; from: Uint32Array; edge: Uint32Array } | undefined;
  #parents: { node: Uint32Array; edge: Uint32Array } | undefined;
  #dominance: { dominator: Uint32Array; retained: Float64Array } | undefined;

  constructor(heap: Heap) {
    this.heap = heap;
    this.#weak = heap.edgeTypes.indexOf("weak");
    this.#firstEdge = new Uint32Array(heap.nodeCount + 1);
    for (let node = 0; node < heap.nodeCount; node++) this.#firstEdge[node + 1] = this.#firstEdge[node]! + heap.node.edges[node]!;
    if (this.#firstEdge[heap.nodeCount] !== heap.edgeCount) throw damaged();
  }

  describe(node: number): HeldNode {
    const { heap } = this;
    return {
      id: heap.node.id[node]!,
      name: this.nameOf(node),
      type: heap.nodeTypes[heap.node.type[node]!] ?? "unknown",
      selfSize: heap.node.selfSize[node]!,
    };
  }

  nameOf(node: number): string {
    return this.heap.strings[this.heap.node.name[node]!] ?? "";
  }

  edgeName(edge: number): string {
    const { strings, edgeTypes } = this.heap;
    const name = this.heap.edge.name[edge]!;
    const type = edgeTypes[this.heap.edge.type[edge]!];
    return type === "element" || type === "hidden" ? `[${name}]` : (strings[name] ?? "");
  }

  /** Calls back with each node that holds this one, and by which edge. */
  eachRetainer(node: number, told: (retainer: number, edge: number) => void): void {
    this.#retainers ??= this.#findRetainers();
    const { first, from, edge } = this.#retainers;
    for (let at = first[node]!; at < first[node + 1]!; at++) told(from[at]!, edge[at]!);
  }

  /** The shortest way from a root: pages' own objects first, then what the browser holds. */
  pathTo(node: number): { node: number; edge: number | undefined }[] {
    this.#parents ??= this.#findParents();
    const path: { node: number; edge: number | undefined }[] = [];
    for (let at = node; at !== NONE && path.length < 200; at = this.#parents.node[at]!) {
      const edge = this.#parents.edge[at]!;
      path.push({ node: at, edge: edge === NONE ? undefined : edge });
    }
    return path.toReversed();
  }

  /** What would be freed with it. */
  retainedSize(node: number): number {
    this.#dominance ??= this.#findDominance();
    return this.#dominance.retained[node]!;
  }

  /** The node without which this one would go; undefined for a root. */
  dominatorOf(node: number): number | undefined {
    this.#dominance ??= this.#findDominance();
    const dominator = this.#dominance.dominator[node]!;
    return dominator === NONE || dominator === node ? undefined : dominator;
  }

  #holds(edge: number): boolean {
    return this.heap.edge.type[edge] !== this.#weak;
  }

  #findRetainers() {
    const { nodeCount, edgeCount, edge } = this.heap;
    const first = new Uint32Array(nodeCount + 2);
    for (let at = 0; at < edgeCount; at++) if (this.#holds(at)) first[edge.to[at]! + 2]!++;
    for (let node = 0; node <= nodeCount; node++) first[node + 1]! += first[node]!;
    const total = first[nodeCount + 1]!;
    const from = new Uint32Array(total);
    const by = new Uint32Array(total);
    for (let node = 0; node < nodeCount; node++)
      for (let at = this.#firstEdge[node]!; at < this.#firstEdge[node + 1]!; at++) {
        if (!this.#holds(at)) continue;
        const place = first[edge.to[at]! + 1]!++;
        from[place] = node;
        by[place] = at;
      }
    return { first, from, edge: by };
  }

  #findParents() {
    const { nodeCount, edge, nodeTypes } = this.heap;
    const node = new Uint32Array(nodeCount).fill(NONE);
    const by = new Uint32Array(nodeCount).fill(NONE);
    const seen = new Uint8Array(nodeCount);
    const queue = new Uint32Array(nodeCount);
    let head = 0;
    let tail = 0;
    const visit = (found: number): void => {
      if (seen[found]) return;
      seen[found] = 1;
      queue[tail++] = found;
    };
    const walk = (): void => {
      for (; head < tail; head++) {
        const at = queue[head]!;
        for (let out = this.#firstEdge[at]!; out < this.#firstEdge[at + 1]!; out++) {
          const to = edge.to[out]!;
          if (seen[to] || !this.#holds(out)) continue;
          node[to] = at;
          by[to] = out;
          visit(to);
        }
      }
    };
    if (nodeCount === 0) return { node, edge: by };
    // Pages' global objects come first: a way from there is one that its author knows.
    seen[0] = 1;
    const isGlobal = Uint8Array.from(this.heap.strings, (text) => (globalName.test(text) ? 1 : 0));
    for (let at = 1; at < nodeCount; at++) if (isGlobal[this.heap.node.name[at]!] && nodeTypes[this.heap.node.type[at]!] === "object") visit(at);
    walk();
    queue[tail++] = 0;
    walk();
    return { node, edge: by };
  }

  /** By the semi-NCA algorithm (Georgiadis), in the order in which a search in depth finds the nodes. */
  #findDominance() {
    this.#retainers ??= this.#findRetainers();
    const { nodeCount, node } = this.heap;
    const { first, from } = this.#retainers;
    const { order, place, parent } = this.#searchInDepth();
    const count = order.length;
    const ancestor = parent.slice();
    const label = new Uint32Array(count);
    const semi = new Uint32Array(count);
    for (let at = 0; at < count; at++) label[at] = semi[at] = at;
    const path = new Uint32Array(count);
    for (let at = count - 1; at > 0; at--) {
      const current = order[at]!;
      let least = parent[at]!;
      for (let index = first[current]!; index < first[current + 1]!; index++) {
        const retainer = place[from[index]!]!;
        if (retainer !== NONE) least = Math.min(least, semi[best(retainer, at + 1, { ancestor, label, semi, path })]!);
      }
      semi[at] = least;
    }
    const immediate = parent;
    for (let at = 1; at < count; at++) {
      let candidate = immediate[at]!;
      while (candidate > semi[at]!) candidate = immediate[candidate]!;
      immediate[at] = candidate;
    }
    const dominator = new Uint32Array(nodeCount).fill(NONE);
    const retained = Float64Array.from(node.selfSize);
    for (let at = count - 1; at > 0; at--) {
      const holder = order[immediate[at]!]!;
      dominator[order[at]!] = holder;
      retained[holder]! += retained[order[at]!]!;
    }
    return { dominator, retained };
  }

  /** What can be reached from the root: in the order it is found, where it is in that order, and from where it was found. */
  #searchInDepth(): { order: Uint32Array; place: Uint32Array; parent: Uint32Array } {
    const { nodeCount, edge } = this.heap;
    const order = new Uint32Array(nodeCount);
    const parent = new Uint32Array(nodeCount);
    const place = new Uint32Array(nodeCount).fill(NONE);
    const next = this.#firstEdge.slice(0, nodeCount);
    const stack = new Uint32Array(nodeCount);
    let depth = 0;
    let count = 0;
    if (nodeCount > 0) {
      place[0] = count++;
      stack[depth++] = 0;
    }
    while (depth > 0) {
      const current = stack[depth - 1]!;
      const out = next[current]!;
      if (out >= this.#firstEdge[current + 1]!) {
        depth--;
        continue;
      }
      next[current] = out + 1;
      const to = edge.to[out]!;
      if (place[to] !== NONE || !this.#holds(out)) continue;
      parent[count] = place[current]!;
      order[count] = to;
      place[to] = count++;
      stack[depth++] = to;
    }
    return { order: order.subarray(0, count), place, parent: parent.slice(0, count) };
  }
}

interface Forest {
  ancestor: Uint32Array;
  label: Uint32Array;
  semi: Uint32Array;
  path: Uint32Array;
}

/** The best label on the way up through what is linked already; the way is shortened for the next one. */
function best(from: number, linked: number, { ancestor, label, semi, path }: Forest): number {
  if (ancestor[from]! < linked) return label[from]!;
  let length = 0;
  let at = from;
  do {
    path[length++] = at;
    at = ancestor[at]!;
  } while (ancestor[at]! >= linked);
  let above = at;
  while (length > 0) {
    at = path[--length]!;
    ancestor[at] = ancestor[above]!;
    if (semi[label[above]!]! < semi[label[at]!]!) label[at] = label[above]!;
    above = at;
  }
  return label[from]!;
}

const damaged = (): DroverError => new DroverError("bad-input", "the heap snapshot contradicts itself: its edges do not fit its nodes", { hint: "Take it again with heap_snapshot." });
