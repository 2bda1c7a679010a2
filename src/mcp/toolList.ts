import listed from "../generated/mcpTools.json" with { type: "json" };
import { DroverError } from "../protocol/errors.ts";
import type { McpTool } from "../protocol/toolSurfaces.ts";

const ownTools = listed as McpTool[];

export const toolFamilies: readonly string[] = [...new Set(ownTools.map(({ family }) => family))];

/** Which tools are listed now, and who wants to hear when the list grows. */
export class ToolList {
  readonly #families = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #plugins: () => McpTool[];
  #core = false;

  /** `core`, `all`, or families; several with commas. `plugins` are the tools that people have added, as they are now. */
  constructor(selection: string, plugins: () => McpTool[] = () => []) {
    this.#plugins = plugins;
    for (const name of words(selection)) {
      if (name === "core") this.#core = true;
      else if (name === "all") this.#add(this.families());
      else this.#add([name]);
    }
  }

  /** The same tools, in a list of its own. */
  copy(): ToolList {
    const copy = new ToolList(this.#core ? "core" : "", this.#plugins);
    copy.#add([...this.#families]);
    return copy;
  }

  /** Ours, then a namespace for each plugin. */
  families(): string[] {
    return [...new Set([...toolFamilies, ...this.#plugins().map(({ family }) => family)])];
  }

  /** Tools whose answer is an app only `withApps`: for clients that show them. */
  listed({ withApps = false } = {}): McpTool[] {
    return [...ownTools, ...this.#plugins()].filter((tool) => ((this.#core && tool.core) || this.#families.has(tool.family)) && (withApps || !tool.app));
  }

  /** Lists families from now on; gives back the tools that were not listed before. */
  enable(families: readonly string[]): McpTool[] {
    const before = new Set(this.listed().map(({ name }) => name));
    this.#add(families.includes("all") ? this.families() : families);
    const added = this.listed().filter(({ name }) => !before.has(name));
    if (added.length > 0) for (const changed of this.#listeners) changed();
    return added;
  }

  onChange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  #add(families: readonly string[]): void {
    const known = this.families();
    const unknown = families.filter((family) => !known.includes(family) && !this.#families.has(family));
    if (unknown.length > 0)
      throw new DroverError("bad-input", `there is no tool family ${unknown.map((name) => `"${name}"`).join(", ")}`, {
        hint: `Families: ${known.join(", ")}; or core, all.`,
      });
    for (const family of families) this.#families.add(family);
  }
}

const words = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
