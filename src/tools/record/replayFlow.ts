import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import { errorCodes, DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { runFlow } from "./runFlow.ts";

const healedOutput = z.object({ step: z.string(), locator: z.string(), from: z.string(), to: z.string(), how: z.string() });

const output = z.object({
  ok: z.boolean(),
  name: z.string(),
  completed: z.number(),
  failedAt: z.string().nullable(),
  steps: z.array(
    z.object({ id: z.string(), action: z.string(), ok: z.boolean(), ms: z.number(), healed: z.string().optional(), error: z.string().optional(), message: z.string().optional() }),
  ),
  healed: z.array(healedOutput),
  /** The flow file with the locators as they are now, when some had to be found again. */
  yaml: z.string().optional(),
  path: z.string().optional(),
  error: z.enum(errorCodes).optional(),
  message: z.string().optional(),
  hint: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  tokensEstimate: z.number().optional(),
});

export const replayFlow = defineTool({
  name: "replay_flow",
  family: "record",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: false,
  deadline: "none",
  leavesPage: true,
  summary: "Run a flow file again, finding elements that have moved; says what it had to heal.",
  details: `A file of the workspace (\`path\`) or its text (\`flow\`). Each step goes through its own tool, with its gate, hooks and deadline; the first failure
ends the run. An element is looked for by its selector first, then by test attribute, role and name, id, the words of its name and its place; only one that
is alone in fitting is taken, and \`healed\` says how it was found. \`yaml\` is then the flow file with the locators as they are now, and \`save\` writes it
over \`path\`. \`assertions\` (verify_* and wait_for, written as steps are) run last. A flow that types secrets needs them registered: the refusal names the missing ones.`,
  input: z.object({
    path: z.string().min(1).optional().describe("of a flow file in the workspace"),
    flow: z.string().min(1).max(5_000_000).optional().describe("its text instead"),
    save: z.boolean().optional().describe("write healed locators back to path"),
  }),
  output,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ path: "flows/login.yaml" }],
  cli: { positional: ["path"] },
  text: (report, { reader }) => (reader === "person" ? runText(report) : undefined),
  run: async (context, { path, flow: given, save }) => {
    if ((path === undefined) === (given === undefined)) throw new DroverError("bad-input", "replay_flow needs exactly one of path and flow");
    if (save && path === undefined) throw new DroverError("bad-input", "save writes over path, and none was given");
    const { files, signal, session } = context;
    const text = given ?? files.existing(path ?? "").read().toString("utf8");
    const flow = await analyse("flowFromYaml", { text }, signal);
    const report = await runFlow(context, flow);
    if (report.healed.length === 0) return report;
    const yaml = await analyse("flowToYaml", flow, signal);
    if (!save || path === undefined) return { ...report, yaml };
    const place = files.chosenPlace("flow", session.id, path);
    await files.writeText(place, yaml);
    return { ...report, yaml, path: place.path };
  },
});

function runText({ name, completed, steps, healed, path }: z.output<typeof output>): string {
  const lines = healed.map(({ step, locator, how, to }) => `  ${step}: ${locator} was found by ${how}, now ${to}`);
  const sum = `${name}: ${completed} of ${steps.length} steps done${healed.length > 0 ? `, ${healed.length} healed` : ""}`;
  return [sum, ...lines, ...(path === undefined ? [] : [`Written to ${path}`])].join("\n");
}
