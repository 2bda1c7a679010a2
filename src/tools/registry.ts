import type { Tool } from "./defineTool.ts";
import { families } from "./families.ts";
import { shelves } from "./shelves.ts";

const all = await Promise.all(families.map(async (family) => (await shelves[family]?.all()) ?? []));

/** Every tool by name, in the order of their families. */
export const registry: ReadonlyMap<string, Tool> = new Map(all.flat().map((tool) => [tool.name, tool]));
