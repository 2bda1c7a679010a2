import { randomUUID } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type CreateMessageResult,
  type CreateMessageResultWithTools,
  type ElicitRequestFormParams,
  type InputRequest,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type InputResponseView,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { OnQuestion, OnSample } from "../client/connection.ts";
import type { QuestionEvent } from "../protocol/events.ts";
import type { Outcome, SampleAnswer, SampleRequest } from "../protocol/messages.ts";

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

const sampleOf = ({ system, prompt, maxTokens }: SampleRequest): CreateMessageRequestParams => ({ systemPrompt: system, messages: [{ role: "user", content: { type: "text", text: prompt } }], maxTokens });

function sampledFrom({ content, model }: Pick<CreateMessageResult | CreateMessageResultWithTools, "content" | "model">): SampleAnswer {
  const text = [content].flat().flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return text ? { text, model } : { problem: "the client's model gave no text" };
}

interface Suspended {
  outcome: Promise<Outcome>;
  request: InputRequest;
  reply: (response: InputResponseView) => void;
  /** Resolves with the next question that the same call asks. */
  next: Promise<Suspended>;
}

/** Calls that wait for an answer their client was sent away for (2026 revision: requests stand alone), by a name that nobody guesses. */
const suspended = new Map<string, Suspended>();

type Calling = (options: { signal: AbortSignal; onQuestion?: OnQuestion; onSample?: OnSample }) => Promise<Outcome>;

/** What the client said that it can do: once, or with each request (2026 revision). */
export function capabilitiesOf(server: Server, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  return envelope ? (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) : server.getClientCapabilities();
}

/** Makes a call whose questions the client's user can answer, where the client can ask. */
export async function callAsking(server: Server, context: ServerContext, call: Calling): Promise<Outcome | InputRequiredResult> {
  const { mcpReq } = context;
  const back = suspended.get(mcpReq.requestState<string>() ?? "");
  if (back) return goOn(back, mcpReq.inputResponses);
  const { signal } = mcpReq;
  const capabilities = capabilitiesOf(server, context);
  const can = { ask: capabilities?.elicitation !== undefined, sample: capabilities?.sampling !== undefined };
  if (!can.ask && !can.sample) return call({ signal });
  if (mcpReq.envelope) return suspendable(call, signal, can);
  return call({
    signal,
    ...(can.ask && { onQuestion: (question, withdrawn) => elicit(mcpReq, question, withdrawn) }),
    ...(can.sample && { onSample: (request, withdrawn) => sample(mcpReq, request, withdrawn) }),
  });
}

/** 2025 revisions: the client's model is asked while the call is under way. */
async function sample(mcpReq: ServerContext["mcpReq"], request: SampleRequest, withdrawn: AbortSignal): Promise<SampleAnswer> {
  try {
    return sampledFrom(await mcpReq.requestSampling(sampleOf(request), { signal: withdrawn, timeout: KEPT_MS }));
  } catch (thrown) {
    return { problem: `the client refused: ${(thrown as Error).message}` };
  }
}

/** 2025 revisions: asked while the call is under way, and taken back when it was answered elsewhere. */
async function elicit(mcpReq: ServerContext["mcpReq"], question: QuestionEvent, withdrawn: AbortSignal): Promise<unknown> {
  const requestedSchema = formOf(question);
  if (!requestedSchema) return undefined;
  const timeout = Math.max(1, question.expiresAt - Date.now());
  return saidBy(question, await mcpReq.elicitInput({ message: question.prompt, requestedSchema }, { signal: withdrawn, timeout }));
}

/** 2026 revision: the call goes on here while its client, sent away with the question, asks its user or its model and comes back. */
function suspendable(call: Calling, cancelled: AbortSignal, can: { ask: boolean; sample: boolean }): Promise<Outcome | InputRequiredResult> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  cancelled.addEventListener("abort", cancel);
  let ask: (asked: Suspended) => void = () => undefined;
  const expectQuestion = () => new Promise<Suspended>((resolve) => {
    ask = resolve;
  });
  const first = expectQuestion();
  const suspend = <T>(request: InputRequest, take: (response: InputResponseView) => T): Promise<T> =>
    new Promise((resolve) => {
      // The request ends here, and its end must not end the call.
      cancelled.removeEventListener("abort", cancel);
      const asked = ask;
      asked({ outcome, request, reply: (response) => resolve(take(response)), next: expectQuestion() });
    });
  const onQuestion: OnQuestion = (question) => {
    const requestedSchema = formOf(question);
    if (!requestedSchema) return Promise.resolve(undefined);
    return suspend(inputRequired.elicit({ message: question.prompt, requestedSchema }), (response) => (response.kind === "elicit" ? saidBy(question, response) : undefined));
  };
  const onSample: OnSample = (request) =>
    suspend(inputRequired.createMessage(sampleOf(request)), (response): SampleAnswer => (response.kind === "sampling" ? sampledFrom(response.result) : { problem: "the client came back without its model's answer" }));
  const outcome = call({ signal: controller.signal, ...(can.ask && { onQuestion }), ...(can.sample && { onSample }) });
  return Promise.race([outcome, first.then(sendAway)]);
}

function goOn(back: Suspended, responses: Record<string, unknown> | undefined): Promise<Outcome | InputRequiredResult> {
  back.reply(inputResponse(responses, KEY));
  return Promise.race([back.outcome, back.next.then(sendAway)]);
}

function sendAway(asked: Suspended): InputRequiredResult {
  const state = randomUUID();
  suspended.set(state, asked);
  setTimeout(() => suspended.delete(state), KEPT_MS).unref();
  return inputRequired({ inputRequests: { [KEY]: asked.request }, requestState: state });
}

export const isInputRequired = (result: Outcome | InputRequiredResult): result is InputRequiredResult => "inputRequests" in result;
