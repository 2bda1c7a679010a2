import { configTools } from "./config/index.ts";
import { families, type Tool } from "./defineTool.ts";
import { javascriptTools } from "./javascript/index.ts";
import { navigateTools } from "./navigate/index.ts";
import { pictureTools } from "./pictures/index.ts";
import { seeTools } from "./see/index.ts";
import { sessionTools } from "./sessions/index.ts";

const all: Tool[] = [...sessionTools, ...configTools, ...seeTools, ...pictureTools, ...navigateTools, ...javascriptTools];

/** Every tool by name, in the order of their families. */
export const registry: ReadonlyMap<string, Tool> = new Map(
  all.toSorted((a, b) => families.indexOf(a.family) - families.indexOf(b.family)).map((tool) => [tool.name, tool]),
);
