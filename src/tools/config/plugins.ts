import { z } from "zod";
import { capabilities } from "../../policy/capability.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { pluginStatuses, pluginTrusts } from "../pluginEntry.ts";

const entryShape = {
  name: z.string(),
  namespace: z.string().optional(),
  version: z.string().optional(),
  trust: z.enum(pluginTrusts),
  capabilities: z.array(z.enum(capabilities)),
  pageCode: z.boolean().describe("it runs code of its own in pages"),
  dependsOn: z.array(z.object({ plugin: z.string(), version: z.string() })),
  status: z.enum(pluginStatuses),
  reason: z.string().optional(),
  declaredAt: z.string(),
  enabledAt: z.string().optional(),
  running: z.boolean(),
  failures: z.object({ count: z.number(), last: z.string() }).optional(),
};

export const pluginsList = defineTool({
  name: "plugins_list",
  family: "config",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "own",
  batch: true,
  summary: "List the workspace's plugins: their state, and why one is not loaded.",
  details: `In the order in which they are loaded. \`status\` is what holds for this caller: \`loaded\`, \`disabled-by-capability-mismatch\` (it declares a capability that is off), \`disabled-by-cycle\`,
\`disabled-by-dep-missing\`, \`disabled-by-namespace-conflict\` or \`load-error\` (not installed, not let in on this machine, files changed since, or a manifest that cannot be used). A plugin's
process starts with its first call; \`running\` says whether it does now, and \`failures\` how often it ended by itself. Installing and removing is a person's: \`drover plugin\`.`,
  input: z.object({}),
  output: z.object({ ok: z.literal(true), plugins: z.array(z.object(entryShape)) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  run: async ({ plugins }) => ({ ok: true as const, plugins: await plugins.list() }),
});

export const pluginsInfo = defineTool({
  name: "plugins_info",
  family: "config",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "own",
  batch: true,
  summary: "Show one plugin: its manifest, what it depends on, and its tools with their schemas.",
  input: z.object({ name: z.string().min(1).describe("package, or namespace") }),
  output: z.object({
    ok: z.literal(true),
    ...entryShape,
    description: z.string().optional(),
    source: z.string(),
    contentSha256: z.string().optional(),
    manifest: z.record(z.string(), z.unknown()).optional(),
    dependencies: z.array(z.string()),
    tools: z.array(z.record(z.string(), z.unknown())),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ name: "components" }],
  cli: { positional: ["name"] },
  run: async ({ plugins }, { name }) => {
    const found = await plugins.info(name);
    if (!found) throw new DroverError("not-found", `this workspace has no plugin "${name}"`, { hint: "plugins_list shows those that it has." });
    return { ok: true as const, ...found };
  },
});
