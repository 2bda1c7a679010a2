import { z } from "zod";
import { questionShape } from "../../people/question.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { table } from "../text/table.ts";

/** People see everything; an agent what is asked in sessions that it may use. */
function openQuestions({ sessions, mayEnter }: DaemonContext, session?: string) {
  return sessions.questions.list(session).filter((question) => {
    const plan = sessions.planOf(question.session);
    return plan !== undefined && mayEnter(plan);
  });
}

export const listQuestions = defineTool({
  name: "list_questions",
  family: "people",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "page",
  summary: "List what waits for a person's answer.",
  details: "Of every session that the caller may use, or of one. `drover ask` shows the same.",
  input: z.object({ session: z.string().optional() }),
  output: z.object({ ok: z.literal(true), questions: z.array(questionShape), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  run: async (context, { session }) => ({ ok: true as const, questions: openQuestions(context, session) }),
  text: ({ questions }, style) => {
    if (style.reader === "agent") return undefined;
    if (questions.length === 0) return "Nobody is asked anything.";
    return table(["id", "session", "kind", "question"], questions.map(({ id, session, kind, prompt, choices }) => [id, session, kind, choices ? `${prompt} ${choices.map((choice, index) => `${index}: ${choice}`).join(", ")}` : prompt]), style);
  },
});

export const answerQuestion = defineTool({
  name: "answer_question",
  family: "people",
  capability: "human",
  effect: "write",
  needs: "daemon",
  tells: "own",
  forPeople: { refusal: "a question to a person is not an agent's to answer", hint: "Wait for the answer, or go on without it." },
  summary: "Answer what a person was asked.",
  details: `\`value\` as the question wants it: yes or no, the number of a choice or the choice itself, a text, a ref or a selector, paths in the workspace.
Without \`id\` the only open question is meant. A question that is gone, or was answered elsewhere meanwhile, is an error.`,
  input: z.object({ id: z.string().optional(), value: z.union([z.string(), z.boolean(), z.number(), z.array(z.string()), z.null()]).optional() }),
  output: z.object({ ok: z.literal(true), id: z.string(), session: z.string(), kind: questionShape.shape.kind, prompt: z.string() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ id: "q7f3k", value: true }],
  cli: { positional: ["id", "value"] },
  run: async (context, { id, value }) => {
    const { session, kind, prompt, id: answered } = context.sessions.questions.answer(id ?? onlyOne(context), value ?? null, context.client.kind === "dashboard" ? "dashboard" : "terminal");
    return { ok: true as const, id: answered, session, kind, prompt };
  },
});

function onlyOne(context: DaemonContext): string {
  const open = openQuestions(context);
  if (open.length === 1 && open[0]) return open[0].id;
  throw new DroverError(open.length === 0 ? "not-found" : "ambiguous", open.length === 0 ? "nobody is asked anything" : `${open.length} questions are open: ${open.map(({ id }) => id).join(", ")}`, {
    hint: open.length === 0 ? "`drover ask -f` shows questions as they come." : "Say which one: `drover answer <id> <value>`.",
  });
}
