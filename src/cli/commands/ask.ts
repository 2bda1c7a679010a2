import type { AnswerQuestionOutput } from "../../generated/sdkTools.ts";
import type { QuestionEvent } from "../../protocol/events.ts";
import { BELL, questionText } from "../questionText.ts";
import { followEvents } from "./followEvents.ts";
import { type Invocation, type OwnCommand, refusalOf } from "./ownCommand.ts";

async function list(call: Invocation): Promise<number> {
  const session = call.text("session") ?? call.text("context");
  if (call.on("follow"))
    return followEvents(call.shell, { topics: ["question"], session, json: call.json, line: (data, color) => `${color ? BELL : ""}${questionText(data as QuestionEvent)}` });
  const { ok, data, text = "" } = await call.outcome("list_questions", { ...(session !== undefined && { session }) });
  if (!ok) throw refusalOf(data);
  return call.show(data as object, text);
}

async function give(call: Invocation, value: unknown): Promise<number> {
  const [id] = call.words;
  const answered = await call.call<AnswerQuestionOutput>("answer_question", { ...(id !== undefined && { id }), ...(value !== undefined && { value }) });
  return call.show(answered, `${answered.id} is answered.`);
}

export const askCommand: OwnCommand = {
  name: "ask",
  usage: "[-f] [--session id]",
  summary: "What waits for a person's answer, of every session",
  flags: { follow: { short: "f", help: "go on printing questions as they come, with a bell; Ctrl-C ends it" } },
  examples: ["ask", "ask -f"],
  run: list,
};

export const approveCommand: OwnCommand = {
  name: "approve",
  usage: "[question]",
  words: 1,
  summary: "Say yes to a question; to the only one when none is named",
  examples: ["approve", "approve q7f3k"],
  run: (call) => give(call, true),
};

export const denyCommand: OwnCommand = {
  name: "deny",
  usage: "[question]",
  words: 1,
  summary: "Say no to a question; to the only one when none is named",
  examples: ["deny", "deny q7f3k"],
  run: (call) => give(call, false),
};

export const answerCommand: OwnCommand = {
  name: "answer",
  usage: "<question> [value]",
  words: 2,
  summary: "Answer a question: a number or text of its choices, a text, a ref, paths",
  examples: ["answer q7f3k 1", 'answer q7f3k "123456"', "answer q7f3k"],
  run: (call) => give(call, call.words[1]),
};
