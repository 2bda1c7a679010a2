import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import { removeFromDisk } from "../../files/onDisk.ts";
import type { Recording } from "../../report/flow/recordedStep.ts";
import { MAX_STEPS, recordingPlace } from "../../session/recording/recordingFile.ts";
import { defineTool } from "../defineTool.ts";
import { recordingOf } from "./recordingOf.ts";
import { sessionInput } from "./sessionInput.ts";

export const endRecording = defineTool({
  name: "end_recording",
  family: "record",
  capability: "read",
  effect: "write",
  needs: "daemon",
  tells: "page",
  batch: false,
  summary: "End the recording; the answer has the flow file as YAML, and path writes it.",
  details: `The draft has \`locators\` (selector, tier, stability, and what tells the element again when it has moved) and \`steps\` that name
them. Look again at locators whose \`stability\` is \`medium\` or \`low\`, add \`prerequisites\` and \`assertions\`, and keep it. \`drover replay\` and
\`replay_flow\` run it. It ends recordings of closed and lost sessions too.`,
  input: z.object({ ...sessionInput, path: z.string().min(1).optional().describe("workspace file, .yaml") }),
  output: z.object({
    ok: z.literal(true),
    name: z.string(),
    yaml: z.string(),
    stepCount: z.number(),
    path: z.string().optional(),
    bytes: z.number().optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}, { path: "flows/login.yaml" }],
  cli: { positional: ["path"] },
  verbatim: true,
  text: ({ yaml, path }, { reader }) => (reader === "person" ? (path ?? yaml) : undefined),
  run: async (context, { session = context.usualSession(), path }) => {
    const { files, sessions, home, signal, warn } = context;
    const recording = recordingOf(context, session);
    const place = path === undefined ? undefined : files.chosenPlace("flow", session, path);
    const yaml = await analyse("recordingToYaml", recording, signal);
    if (place) await files.writeText(place, yaml);
    for (const line of doubtsOf(recording)) warn(line);
    // What cannot be given to its caller is not thrown away.
    if (!sessions.peek(session)?.parts.flow.stop()) removeFromDisk(recordingPlace(home, session));
    return { ok: true as const, name: recording.name, yaml, stepCount: recording.steps.length, ...(place && { path: place.path, bytes: Buffer.byteLength(yaml) }) };
  },
});

export function doubtsOf({ steps, atPoints }: Recording): string[] {
  return [
    ...(steps.length >= MAX_STEPS ? [`The recording was full after ${MAX_STEPS} steps; what came later is not in it.`] : []),
    ...(atPoints > 0 ? [`${atPoints === 1 ? "One action" : `${atPoints} actions`} at coordinates ${atPoints === 1 ? "is" : "are"} not in it: use a ref or a selector for what has to run again.`] : []),
    ...(steps.some(({ hidden }) => hidden !== undefined) ? ["A password was typed and not recorded: <PASSWORD> stands for it. Register it as a secret before a replay, or set PASSWORD in its environment."] : []),
  ];
}
