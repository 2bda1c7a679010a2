import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";

const stoppedShape = z.object({ id: z.string(), tool: z.string(), client: z.string(), session: z.string().optional() });

export const stopCalls = defineTool({
  name: "stop_calls",
  family: "people",
  capability: "human",
  effect: "write",
  needs: "daemon",
  tells: "own",
  forPeople: { refusal: "what others do is not an agent's to stop", hint: "Cancel your own calls." },
  summary: "End the calls under way at once and keep the pages.",
  details: `Of one session, or of all. They answer \`cancelled\`, those that wait for their turn or for a person too; what a page was sent already it may still act on. Calls of
dashboards go on. Agents may call again: \`take\` takes the wheel of the sessions as well, so that what acts waits until \`give_wheel\`.`,
  input: z.object({ session: z.string().min(1).optional().describe("only of this one"), take: z.boolean().optional().describe("and take the wheel") }),
  output: z.object({ ok: z.literal(true), stopped: z.array(stoppedShape), taken: z.array(z.string()) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}, { session: "checkout", take: true }],
  cli: { positional: ["session"], aliases: ["stop"] },
  text: ({ stopped, taken }, { reader }) => {
    if (reader === "agent") return undefined;
    const ended = stopped.length === 0 ? "Nothing was under way." : `Ended: ${stopped.map(({ tool, session }) => (session === undefined ? tool : `${tool} on "${session}"`)).join(", ")}.`;
    return taken.length === 0 ? ended : `${ended} You have the wheel of ${taken.join(", ")}; \`drover give\` hands it back.`;
  },
  run: async ({ calls, client, sessions, files }, { session, take }) => {
    if (session !== undefined && !sessions.knows(session)) throw new DroverError("session-not-found", `no session "${session}" is open`, { hint: "list_sessions shows the open ones." });
    const open = sessions.opened().filter(({ id }) => session === undefined || id === session);
    if (take)
      for (const { parts } of open) {
        parts.hands.workspace = files.workspace.saved;
        parts.wheel.take(client.kind === "dashboard" ? "dashboard" : "terminal", client.window);
      }
    const doomed = [...calls.running].filter((call) => call.name !== "stop_calls" && call.caller.kind !== "dashboard" && (session === undefined || call.session?.id === session));
    for (const call of doomed) call.stop(new DroverError("cancelled", `a person stopped ${call.name}`, { hint: "Ask them what they want, with await_human or in your own words, before you go on." }));
    return {
      ok: true as const,
      stopped: doomed.map(({ id, name, caller, session: of }) => ({ id, tool: name, client: caller.kind, ...(of && { session: of.id }) })),
      taken: take ? open.map(({ id }) => id) : [],
    };
  },
});
