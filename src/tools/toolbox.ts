import toolFamilies from "./toolFamilies.json" with { type: "json" };
import type { Tool } from "./defineTool.ts";
import type { Family } from "./families.ts";
import { shelves } from "./shelves.ts";

type Shelf = ReadonlyMap<string, Tool>;

const familyOf = new Map(Object.entries(toolFamilies)) as ReadonlyMap<string, Family>;

/** What most sessions come to use. They are fetched when the first page is there, so that their first call does not wait for them. */
const USUAL: readonly Family[] = ["see", "act"];
const USUAL_AFTER_MS = 2_000;

/** The tools of a daemon, of which each family is loaded when it is first called for. */
export class Toolbox {
  readonly names: readonly string[] = [...familyOf.keys()];
  readonly #shelves = new Map<Family, Promise<Shelf>>();
  #fetching: Promise<unknown> = Promise.resolve();

  constructor() {
    setTimeout(() => USUAL.forEach((family) => void this.#shelf(family)), USUAL_AFTER_MS).unref();
  }

  /** Calls wait for what earlier ones have to load, so that none overtakes another. */
  async named(name: string): Promise<Tool | undefined> {
    const family = familyOf.get(name);
    const shelf = family && this.#shelf(family);
    await this.#fetching;
    return (await shelf)?.get(name);
  }

  #shelf(family: Family): Promise<Shelf> {
    const there = this.#shelves.get(family);
    if (there) return there;
    const fetched = fetchShelf(family);
    this.#shelves.set(family, fetched);
    this.#fetching = Promise.all([this.#fetching, fetched]);
    return fetched;
  }
}

async function fetchShelf(family: Family): Promise<Shelf> {
  const tools = (await shelves[family]?.()) ?? [];
  return new Map(tools.map((tool) => [tool.name, tool]));
}
