import { z } from "zod";
import { answerPlaces } from "../../people/question.ts";
import { patience } from "../../people/patience.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";

const kinds = ["acknowledge", "confirm", "choose", "input", "pick_element"] as const;

export const awaitHuman = defineTool({
  name: "await_human",
  family: "people",
  capability: "human",
  effect: "read",
  needs: "session",
  tells: "page",
  batch: false,
  concurrent: true,
  deadline: "none",
  summary: "Ask a person and wait: acknowledge, confirm, choose, input, or pick_element (they point at it; value is its ref).",
  details: `The first answer counts, wherever it is given: \`drover ask\` lists what is open and \`drover approve|deny|answer <id>\` answers it; so do
the dashboard, the REPL, the client itself where it can ask its user (MCP elicitation), and a banner in a window that people can see. There,
\`window.__drover\` (\`proceed\`, \`confirm\`, \`choose\`, \`input\`) works inside the page's own handlers of a person's events; a script cannot answer by
itself. \`value\` is true or false for \`confirm\`, the index for \`choose\`, the text for \`input\`, a ref for \`pick_element\`. Five minutes unless \`timeoutMs\` says
otherwise, an hour at most; then \`timedOut\` is true. Other calls of the session go on meanwhile. A question outlives the daemon: asked again
in the same words, it is the same question, with the answer that it got.`,
  input: z.object({
    kind: z.enum(kinds),
    prompt: z.string().min(1).max(2000),
    choices: z.array(z.string().min(1).max(200)).min(1).max(20).optional(),
    timeoutMs: z.number().positive().optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    kind: z.enum(kinds),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
    timedOut: z.boolean(),
    question: z.string(),
    answeredIn: z.enum(answerPlaces).optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ kind: "choose", prompt: "Which account should I use?", choices: ["work", "home"] }, { kind: "acknowledge", prompt: "Log in, then say so." }],
  cli: { positional: ["kind", "prompt", "choices"] },
  run: async ({ session, signal, askClient, progress, warn }, { kind, prompt, choices, timeoutMs }) => {
    if ((kind === "choose") !== (choices !== undefined))
      throw new DroverError("bad-input", kind === "choose" ? "choose needs choices" : `choices are for choose, not for ${kind}`, { hint: 'Example: await_human({kind:"choose", prompt:"Which one?", choices:["A","B"]})' });
    const { ms, warning } = patience(timeoutMs);
    if (warning) warn(warning);
    let question = "";
    const ending = await session.parts.people.ask(
      { kind, prompt, ...(choices && { choices }), about: "await_human", timeoutMs: ms },
      {
        signal,
        client: askClient,
        put: ({ id }) => {
          question = id;
          progress(`Waiting for a person (${id}): ${prompt} Answer with \`drover answer ${id}\`.`);
        },
      },
    );
    const answered = ending.outcome === "answered";
    return { ok: true as const, kind, value: answered ? ending.value : null, timedOut: !answered, question, ...(answered && { answeredIn: ending.in }) };
  },
});
