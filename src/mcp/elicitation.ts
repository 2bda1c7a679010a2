import { randomUUID } from "node:crypto";
import { CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities, type ElicitRequestFormParams, inputRequired, type InputRequiredResult, inputResponse, type Server, type ServerContext } from "@modelcontextprotocol/server";
import type { OnQuestion } from "../client/connection.ts";
import type { QuestionEvent } from "../protocol/events.ts";
import type { Outcome } from "../protocol/messages.ts";

type Form = ElicitRequestFormParams["requestedSchema"];
type Action = { action: "accept" | "decline" | "cancel"; content?: Record<string, unknown> };

const KEY = "answer";
/** How long an outcome waits for a client that does not come back with its user's answer. */
const KEPT_MS = 600_000;

/** Only what can be asked in a form: an element is pointed at in a window. */
function formOf({ kind, choices }: QuestionEvent): Form | undefined {
  const fields = {
    acknowledge: { type: "boolean", title: "Done", default: true },
    confirm: { type: "boolean", title: "Allow" },
    choose: { type: "string", title: "Choice", enum: choices ?? [] },
    input: { type: "string", title: "Answer" },
    files: { type: "string", title: "Paths in the workspace" },
  } as const;
  if (!(kind in fields)) return undefined;
  return { type: "object", properties: { value: fields[kind as keyof typeof fields] as Form["properties"][string] }, required: ["value"] };
}

/** A no is an answer where one was asked for a yes; who closes the form has not said anything. */
function saidBy({ kind }: QuestionEvent, { action, content }: Action): unknown {
  if (action === "accept") return kind === "acknowledge" ? "" : content?.["value"];
  return action === "decline" && (kind === "confirm" || kind === "files") ? false : undefined;
}

interface Suspended {
  outcome: Promise<Outcome>;
  question: QuestionEvent;
  reply: (value: unknown) => void;
  /** Resolves with the next question that the same call asks. */
  next: Promise<Suspended>;
}

/** Calls that wait for an answer their client was sent away for (2026 revision: requests stand alone), by a name that nobody guesses. */
const suspended = new Map<string, Suspended>();

type Calling = (options: { signal: AbortSignal; onQuestion?: OnQuestion }) => Promise<Outcome>;

/** Makes a call whose questions the client's user can answer, where the client can ask. */
export async function callAsking(server: Server, { mcpReq }: ServerContext, call: Calling): Promise<Outcome | InputRequiredResult> {
  const back = suspended.get(mcpReq.requestState<string>() ?? "");
  if (back) return goOn(back, mcpReq.inputResponses);
  const { signal } = mcpReq;
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  const capabilities = envelope ? (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) : server.getClientCapabilities();
  if (capabilities?.elicitation === undefined) return call({ signal });
  return envelope ? suspendable(call, signal) : call({ signal, onQuestion: (question, withdrawn) => elicit(mcpReq, question, withdrawn) });
}

/** 2025 revisions: asked while the call is under way, and taken back when it was answered elsewhere. */
async function elicit(mcpReq: ServerContext["mcpReq"], question: QuestionEvent, withdrawn: AbortSignal): Promise<unknown> {
  const requestedSchema = formOf(question);
  if (!requestedSchema) return undefined;
  const timeout = Math.max(1, question.expiresAt - Date.now());
  return saidBy(question, await mcpReq.elicitInput({ message: question.prompt, requestedSchema }, { signal: withdrawn, timeout }));
}

/** 2026 revision: the call goes on here while its client, sent away with the question, asks its user and comes back. */
function suspendable(call: Calling, cancelled: AbortSignal): Promise<Outcome | InputRequiredResult> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  cancelled.addEventListener("abort", cancel);
  let ask: (asked: Suspended) => void = () => undefined;
  const expectQuestion = () => new Promise<Suspended>((resolve) => {
    ask = resolve;
  });
  const first = expectQuestion();
  const onQuestion: OnQuestion = (question) => {
    if (!formOf(question)) return Promise.resolve(undefined);
    return new Promise((reply) => {
      // The request ends here, and its end must not end the call.
      cancelled.removeEventListener("abort", cancel);
      const asked = ask;
      asked({ outcome, question, reply, next: expectQuestion() });
    });
  };
  const outcome = call({ signal: controller.signal, onQuestion });
  return Promise.race([outcome, first.then(sendAway)]);
}

function goOn(back: Suspended, responses: Record<string, unknown> | undefined): Promise<Outcome | InputRequiredResult> {
  const response = inputResponse(responses, KEY);
  back.reply(response.kind === "elicit" ? saidBy(back.question, response) : undefined);
  return Promise.race([back.outcome, back.next.then(sendAway)]);
}

function sendAway(asked: Suspended): InputRequiredResult {
  const state = randomUUID();
  suspended.set(state, asked);
  setTimeout(() => suspended.delete(state), KEPT_MS).unref();
  const { question } = asked;
  return inputRequired({ inputRequests: { [KEY]: inputRequired.elicit({ message: question.prompt, requestedSchema: formOf(question)! }) }, requestState: state });
}

export const isInputRequired = (result: Outcome | InputRequiredResult): result is InputRequiredResult => "inputRequests" in result;
