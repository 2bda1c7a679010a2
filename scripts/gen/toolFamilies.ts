import { registry } from "../../src/tools/registry.ts";
import type { GeneratedFiles } from "../gen.ts";

/** Which family a tool is in, so that the daemon need not load them all to find one. */
export function toolFamilies(): GeneratedFiles {
  const families = Object.fromEntries([...registry.values()].map(({ name, family }) => [name, family]));
  return { "src/tools/toolFamilies.json": `${JSON.stringify(families, null, 2)}\n` };
}
