import type { Tool } from "./defineTool.ts";
import { navigateTools } from "./navigate/index.ts";
import { sessionTools } from "./sessions/index.ts";

export type Tools = ReadonlyMap<string, Tool>;

/** What `drover open` on a machine at rest waits for. Making the schemas of all the others takes longer than these need to answer. */
const first: Tools = new Map([...sessionTools, ...navigateTools].map((tool) => [tool.name, tool]));

/** The rest comes when the page is there, so that the first call of another one does not wait for it. */
const REST_AFTER_MS = 2_000;

/** The tools of a daemon: a few from its start, all of them from the first call of another one. */
export class Toolbox {
  #all: Promise<Tools> | undefined;

  constructor() {
    setTimeout(() => void this.#load(), REST_AFTER_MS).unref();
  }

  /** The tools, with this one among them if it exists. Once all are being loaded every call waits, so that none overtakes another. */
  async with(name: string): Promise<Tools> {
    if (this.#all === undefined && first.has(name)) return first;
    return this.#load();
  }

  #load(): Promise<Tools> {
    this.#all ??= import("./registry.ts").then(({ registry }) => registry);
    return this.#all;
  }
}
