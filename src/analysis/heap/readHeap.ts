import { createReadStream } from "node:fs";
import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";

/** A heap as V8 writes it, each field in a list of its own. */
export interface Heap {
  nodeCount: number;
  edgeCount: number;
  nodeTypes: string[];
  edgeTypes: string[];
  strings: string[];
  node: { type: Uint32Array; name: Uint32Array; id: Uint32Array; selfSize: Uint32Array; edges: Uint32Array; detached: Uint32Array };
  /** `to` is the number of a node, not its place in the file. */
  edge: { type: Uint32Array; name: Uint32Array; to: Uint32Array };
}

const CHUNK = 4 * 1024 * 1024;
const MAX_HEADER = 1024 * 1024;
/** Sources of scripts are strings too: names are shorter. */
const MAX_STRING = 2_000;
/** What the lists of a heap may take: about a snapshot of 2 GB. */
const MAX_MEMORY = 1.2 * 1024 ** 3;
const BYTES_OF_NODE = 24;
const BYTES_OF_EDGE = 12;

const header = z.object({
  meta: z.object({
    node_fields: z.array(z.string()),
    node_types: z.tuple([z.array(z.string())]).rest(z.unknown()),
    edge_fields: z.array(z.string()),
    edge_types: z.tuple([z.array(z.string())]).rest(z.unknown()),
  }),
  node_count: z.number().int().nonnegative(),
  edge_count: z.number().int().nonnegative(),
});

const notASnapshot = (why: string): DroverError =>
  new DroverError("bad-input", `the file is not a heap snapshot: ${why}`, { hint: "heap_snapshot writes them, and so does DevTools' Memory panel." });

/** Reads a `.heapsnapshot` piece by piece. */
export async function readHeap(file: string): Promise<Heap> {
  const reader = new HeapReader();
  const pieces = createReadStream(file, { highWaterMark: CHUNK });
  try {
    for await (const piece of pieces as AsyncIterable<Buffer>) reader.add(piece);
  } finally {
    pieces.destroy();
  }
  return reader.end();
}

const QUOTE = 34;
const BACKSLASH = 92;
const CLOSE_LIST = 93;

type Stage = "header" | "nodes" | "to edges" | "edges" | "to strings" | "strings" | "done";

type Description = z.infer<typeof header>;

/** Takes a snapshot in pieces. */
class HeapReader {
  #stage: Stage = "header";
  #rest: Buffer = Buffer.alloc(0);
  #description: Description | undefined;
  #node: Heap["node"] | undefined;
  #edge: Heap["edge"] | undefined;
  /** The numbers of the list that is being read, as they come. */
  #numbers = new Uint32Array(0);
  #filled = 0;
  /** A number that a piece ended in; -1 for none. */
  #number = -1;
  readonly #strings: string[] = [];

  add(piece: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    let at = 0;
    for (let stage: Stage | undefined; stage !== this.#stage; ) {
      stage = this.#stage;
      at = this.#advance(bytes, at);
    }
    this.#rest = bytes.subarray(at);
    if (this.#stage === "header" && this.#rest.length > MAX_HEADER) throw notASnapshot('it has no "nodes"');
  }

  end(): Heap {
    if (!this.#description) throw notASnapshot("it has no description of its contents");
    if (this.#stage !== "done" || !this.#node || !this.#edge) throw notASnapshot(`it is cut off in its ${this.#stage.replace("to ", "")}`);
    const { meta, node_count: nodeCount, edge_count: edgeCount } = this.#description;
    return { nodeCount, edgeCount, nodeTypes: meta.node_types[0], edgeTypes: meta.edge_types[0], strings: this.#strings, node: this.#node, edge: this.#edge };
  }

  #advance(bytes: Buffer, at: number): number {
    switch (this.#stage) {
      case "header":
        return this.#readHeader(bytes);
      case "nodes":
        return this.#readNumbers(bytes, at, () => this.#endNodes());
      case "to edges":
        return this.#find(bytes, at, '"edges":[', "edges");
      case "edges":
        return this.#readNumbers(bytes, at, () => this.#endEdges());
      case "to strings":
        return this.#find(bytes, at, '"strings":[', "strings");
      case "strings":
        return this.#readStrings(bytes, at);
      case "done":
        return bytes.length;
    }
  }

  #readHeader(bytes: Buffer): number {
    const nodes = bytes.indexOf('"nodes":[');
    if (nodes === -1) return 0;
    const text = bytes.toString("utf8", 0, nodes).trim().replace(/,$/, "");
    this.#description = describe(text);
    const { meta, node_count: count } = this.#description;
    this.#expect(meta.node_fields.length * count);
    this.#stage = "nodes";
    return nodes + '"nodes":['.length;
  }

  #expect(numbers: number): void {
    this.#numbers = new Uint32Array(numbers);
    this.#filled = 0;
    this.#number = -1;
  }

  #readNumbers(bytes: Buffer, from: number, done: () => void): number {
    const numbers = this.#numbers;
    let filled = this.#filled;
    let number = this.#number;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte >= 48 && byte <= 57) {
        number = number < 0 ? byte - 48 : number * 10 + byte - 48;
        continue;
      }
      if (number >= 0) {
        numbers[filled++] = number;
        number = -1;
      }
      if (byte !== CLOSE_LIST) continue;
      if (filled !== numbers.length) throw notASnapshot(`it has ${filled < numbers.length ? "fewer" : "more"} numbers than it says`);
      done();
      return at + 1;
    }
    this.#filled = filled;
    this.#number = number;
    return bytes.length;
  }

  #endNodes(): void {
    const { meta, edge_count: edges } = this.#description!;
    const column = (field: string) => columnOf(this.#numbers, meta.node_fields, field);
    this.#node = { type: column("type"), name: column("name"), id: column("id"), selfSize: column("self_size"), edges: column("edge_count"), detached: column("detachedness") };
    this.#expect(meta.edge_fields.length * edges);
    this.#stage = "to edges";
  }

  #endEdges(): void {
    const { meta, node_count: nodes } = this.#description!;
    const column = (field: string) => columnOf(this.#numbers, meta.edge_fields, field);
    this.#edge = { type: column("type"), name: column("name_or_index"), to: numbersOfNodes(column("to_node"), meta.node_fields.length, nodes) };
    this.#expect(0);
    this.#stage = "to strings";
  }

  #find(bytes: Buffer, from: number, what: string, next: Stage): number {
    const found = bytes.indexOf(what, from);
    // The beginning of it may be at the end of this piece.
    if (found === -1) return Math.max(from, bytes.length - what.length);
    this.#stage = next;
    return found + what.length;
  }

  #readStrings(bytes: Buffer, from: number): number {
    for (let at = from; ; at++) {
      while (at < bytes.length && bytes[at] !== QUOTE && bytes[at] !== CLOSE_LIST) at++;
      if (at >= bytes.length) return at;
      if (bytes[at] === CLOSE_LIST) {
        this.#stage = "done";
        return at + 1;
      }
      let end = at + 1;
      let escaped = false;
      for (; end < bytes.length && bytes[end] !== QUOTE; end++)
        if (bytes[end] === BACKSLASH) {
          escaped = true;
          end++;
        }
      if (end >= bytes.length) return at;
      this.#strings.push(textOf(bytes, at, end, escaped));
      at = end;
    }
  }
}

function describe(text: string): Description {
  const { success, data } = z.object({ snapshot: header }).safeParse(parsed(`${text}}`));
  if (!success) throw notASnapshot("its description is not V8's");
  const { meta, node_count: nodes, edge_count: edges } = data.snapshot;
  const complete = ["type", "name", "self_size", "edge_count"].every((field) => meta.node_fields.includes(field)) && ["type", "name_or_index", "to_node"].every((field) => meta.edge_fields.includes(field));
  if (!complete) throw notASnapshot("its description lacks fields");
  if (nodes * BYTES_OF_NODE + edges * BYTES_OF_EDGE > MAX_MEMORY)
    throw new DroverError("too-large", `the snapshot has ${nodes} nodes and ${edges} edges`, { hint: "Open it in DevTools' Memory panel." });
  return data.snapshot;
}

/** One field of every row; zeros for a field that this version of V8 does not write. */
function columnOf(numbers: Uint32Array, fields: string[], field: string): Uint32Array {
  const width = fields.length;
  const offset = fields.indexOf(field);
  const column = new Uint32Array(numbers.length / width);
  if (offset !== -1) for (let row = 0, at = offset; row < column.length; row++, at += width) column[row] = numbers[at]!;
  return column;
}

/** In the file an edge names the place of its node among the numbers; every node has as many. */
function numbersOfNodes(places: Uint32Array, width: number, nodes: number): Uint32Array {
  for (let edge = 0; edge < places.length; edge++) {
    const place = places[edge]!;
    if (place % width !== 0 || place >= nodes * width) throw notASnapshot("one of its edges leads nowhere");
    places[edge] = place / width;
  }
  return places;
}

function textOf(bytes: Buffer, from: number, end: number, escaped: boolean): string {
  if (!escaped) return bytes.toString("utf8", from + 1, Math.min(end, from + 1 + MAX_STRING));
  const text = parsed(bytes.toString("utf8", from, end + 1));
  return typeof text === "string" ? text.slice(0, MAX_STRING) : "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notASnapshot(`it is not JSON (${(cause as Error).message})`);
  }
}
