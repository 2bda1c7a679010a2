import listed from "../generated/mcpTools.json" with { type: "json" };
import { DroverError } from "../protocol/errors.ts";

/** A tool as the generated list has it. */
export interface McpTool {
  name: string;
  family: string;
  /** Listed without asking. */
  core: boolean;
  description: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  annotations: { readOnlyHint?: boolean; destructiveHint?: boolean; openWorldHint?: boolean };
}

const allTools = listed as McpTool[];

export const toolFamilies: readonly string[] = [...new Set(allTools.map(({ family }) => family))];

/** Which tools are listed now, and who wants to hear when the list grows. */
export class ToolList {
  readonly #families = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #core = false;

  /** `core`, `all`, or families; several with commas. */
  constructor(selection: string) {
    for (const name of words(selection)) {
      if (name === "core") this.#core = true;
      else if (name === "all") this.#add(toolFamilies);
      else this.#add([name]);
    }
  }

  /** The same tools, in a list of its own. */
  copy(): ToolList {
    const copy = new ToolList(this.#core ? "core" : "");
    copy.#add([...this.#families]);
    return copy;
  }

  listed(): McpTool[] {
    return allTools.filter((tool) => (this.#core && tool.core) || this.#families.has(tool.family));
  }

  /** Lists families from now on; gives back the tools that were not listed before. */
  enable(families: readonly string[]): McpTool[] {
    const before = new Set(this.listed());
    this.#add(families.includes("all") ? toolFamilies : families);
    const added = this.listed().filter((tool) => !before.has(tool));
    if (added.length > 0) for (const changed of this.#listeners) changed();
    return added;
  }

  onChange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  #add(families: readonly string[]): void {
    const unknown = families.filter((family) => !toolFamilies.includes(family));
    if (unknown.length > 0)
      throw new DroverError("bad-input", `there is no tool family ${unknown.map((name) => `"${name}"`).join(", ")}`, {
        hint: `Families: ${toolFamilies.join(", ")}; or core, all.`,
      });
    for (const family of families) this.#families.add(family);
  }
}

const words = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
