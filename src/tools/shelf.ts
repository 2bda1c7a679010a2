import type { Tool } from "./defineTool.ts";

/** The tools of one family, and how they are loaded. */
export interface Shelf {
  /** All of them, in the order in which they are listed. */
  all(): Promise<readonly Tool[]>;
  named(name: string): Promise<Tool | undefined>;
}

/** They are loaded with the first of them that is called. */
export function together(load: () => Promise<readonly Tool[]>): Shelf {
  return { all: load, named: async (name) => (await load()).find((tool) => tool.name === name) };
}

/** Each is loaded when it is called itself: for families of which most sessions use a few. */
export function singly(tools: Record<string, () => Promise<Tool>>): Shelf {
  const loaders = new Map(Object.entries(tools));
  return { all: () => Promise.all([...loaders.values()].map((load) => load())), named: async (name) => loaders.get(name)?.() };
}
