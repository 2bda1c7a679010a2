import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { wheelShape } from "../../session/live/wheel.ts";
import { defineTool } from "../defineTool.ts";

const ASK = "Ask the person with await_human.";

export const takeWheel = defineTool({
  name: "take_wheel",
  family: "people",
  capability: "human",
  effect: "write",
  needs: "session",
  tells: "own",
  forPeople: { refusal: "a session is not an agent's to take over from others", hint: ASK },
  concurrent: true,
  summary: "Take the session over from its agents.",
  details: `From then on calls of agents and programs that would act on the session wait, however long it takes (\`whileTaken\`: "refuse" refuses them with
\`wheel-taken\`), and those that only look go on. What is under way is finished first; \`stop_calls\` ends it. Taken in a terminal, commands of terminals act
as before. Dialogs, file choosers and permissions of the pages are put to people meanwhile. \`give_wheel\` hands it back; so does a dashboard that
stays away for 20 seconds. It outlives the daemon.`,
  input: z.object({}),
  output: z.object({ ok: z.literal(true), session: z.string(), wheel: wheelShape, warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: { partial: "Choosers of files are not put to people" } },
  examples: [{}],
  cli: { aliases: ["take"] },
  text: ({ session }, { reader }) => (reader === "agent" ? undefined : `You have the wheel of "${session}". \`drover give\` hands it back.`),
  run: async ({ session, client, files }) => {
    session.parts.hands.workspace = files.workspace.saved;
    session.parts.wheel.take(client.kind === "dashboard" ? "dashboard" : "terminal", client.window);
    return { ok: true as const, session: session.id, wheel: session.parts.wheel.state };
  },
});

export const giveWheel = defineTool({
  name: "give_wheel",
  family: "people",
  capability: "human",
  effect: "write",
  needs: "session",
  tells: "own",
  forPeople: { refusal: "the wheel is not an agent's to take from a person", hint: ASK },
  concurrent: true,
  summary: "Hand a session back that a person took over.",
  details: "The next answer to an agent or a program says so, with the `note` for it. Calls that waited go on.",
  input: z.object({ note: z.string().max(2000).optional().describe("for the agent") }),
  output: z.object({ ok: z.literal(true), session: z.string(), wheel: wheelShape, warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ note: "I logged in; go on with the order." }],
  cli: { positional: ["note"], aliases: ["give"] },
  text: ({ session }, { reader }) => (reader === "agent" ? undefined : `"${session}" is its agents' again.`),
  run: async ({ session }, { note }) => {
    if (!session.parts.wheel.give({ note }))
      throw new DroverError("not-found", `nobody has the wheel of session "${session.id}"`, { hint: "`drover take` takes it." });
    return { ok: true as const, session: session.id, wheel: session.parts.wheel.state };
  },
});
