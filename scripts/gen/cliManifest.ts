import { z } from "zod";
import type { Manifest } from "../../src/cli/manifest.ts";
import { registry } from "../../src/tools/registry.ts";
import { commandOf } from "../../src/tools/surfaces/commandOf.ts";
import type { GeneratedFiles } from "../gen.ts";

/** What the command line knows of each tool, so that it starts without zod and without the tools. */
export function cliManifest(): GeneratedFiles {
  const typed = [...registry.values()].filter(({ cli }) => cli?.instead === undefined);
  const manifest: Manifest = Object.fromEntries(
    typed.map((tool) => [tool.name, commandOf(tool, z.toJSONSchema(tool.input, { io: "input", unrepresentable: "any" }))]),
  );
  refuseDoubles(manifest);
  const lines = Object.entries(manifest).map(([name, command]) => `${JSON.stringify(name)}: ${JSON.stringify(command)}`);
  return { "src/generated/cli.json": `{\n${lines.join(",\n")}\n}\n` };
}

function refuseDoubles(manifest: Manifest): void {
  const owners = new Map<string, string>();
  for (const { tool, aliases = [] } of Object.values(manifest))
    for (const name of [tool, ...aliases].map((each) => each.replaceAll("_", "-"))) {
      const owner = owners.get(name);
      if (owner) throw new Error(`the command "${name}" belongs to both ${owner} and ${tool}`);
      owners.set(name, tool);
    }
}
