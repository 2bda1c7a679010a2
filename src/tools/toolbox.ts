import toolFamilies from "./toolFamilies.json" with { type: "json" };
import type { Tool } from "./defineTool.ts";
import type { Family } from "./families.ts";
import { shelves } from "./shelves.ts";

const familyOf = new Map(Object.entries(toolFamilies)) as ReadonlyMap<string, Family>;

/** What most sessions come to use, with all that looking and acting need. They are fetched when the first page is there, so that their first call does not wait for them. */
const USUAL = ["snapshot", "click"];
const USUAL_AFTER_MS = 2_000;

/** The tools of a daemon, each of which is loaded when it is first called for. */
export class Toolbox {
  readonly names: readonly string[] = [...familyOf.keys()];
  readonly #tools = new Map<string, Promise<Tool | undefined>>();
  #fetching: Promise<unknown> = Promise.resolve();

  constructor() {
    setTimeout(() => USUAL.forEach((name) => void this.#tool(name)), USUAL_AFTER_MS).unref();
  }

  /** Calls wait for what earlier ones have to load, so that none overtakes another. */
  async named(name: string): Promise<Tool | undefined> {
    const fetched = this.#tool(name);
    await this.#fetching;
    return await fetched;
  }

  #tool(name: string): Promise<Tool | undefined> | undefined {
    const there = this.#tools.get(name);
    if (there) return there;
    const family = familyOf.get(name);
    const fetched = family && shelves[family]?.named(name);
    if (!fetched) return undefined;
    this.#tools.set(name, fetched);
    this.#fetching = Promise.all([this.#fetching, fetched]);
    return fetched;
  }
}
