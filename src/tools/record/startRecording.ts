import { z } from "zod";
import { MAX_STEPS, recordingPlace } from "../../session/recording/recordingFile.ts";
import { defineTool } from "../defineTool.ts";

export const startRecording = defineTool({
  name: "start_recording",
  family: "record",
  capability: "read",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: false,
  summary: "Record what is done to the session's pages, by calls and by a person's hands, as a flow that can run again.",
  details: `Every action that succeeds becomes a step, with selectors that were tried on the page before it was acted on; \`fill_form\` becomes one for
each field. So do clicks, typing, choices and keys of a person in the session's window. Actions at \`coords\` are counted and left out: nobody could find
their target again. Passwords are never recorded, registered secrets stand as \`<NAME>\`. The recording is on disk step by step: it goes on in the next
daemon, and \`end_recording\` gives it even when its session was closed or lost meanwhile. At most ${MAX_STEPS.toLocaleString("en")} steps; recordings that nobody
ends go after 30 days. One at a time for a session.`,
  input: z.object({ flowName: z.string().trim().min(1).max(200) }),
  output: z.object({ ok: z.literal(true), session: z.string(), name: z.string(), startUrl: z.string().optional(), hint: z.string(), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ flowName: "login" }],
  cli: { positional: ["flowName"] },
  text: ({ name, hint }, { reader }) => (reader === "person" ? `Recording "${name}". ${hint}` : undefined),
  run: async ({ session, home }, { flowName }) => {
    const { flow } = session.parts;
    await flow.start(flowName, recordingPlace(home, session.id));
    const startUrl = flow.recording?.startUrl;
    return { ok: true as const, session: session.id, name: flowName, ...(startUrl !== undefined && { startUrl }), hint: "Act as usual; end_recording gives the flow file, export_playwright_script a spec." };
  },
});
