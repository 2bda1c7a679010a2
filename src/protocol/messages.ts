/**
 * The wire: newline-delimited JSON over a local socket. A client says hello and may send calls in the same write;
 * the daemon answers `welcome` or `refused` first.
 */

import type { QuestionEvent } from "./events.ts";
import type { FrameHeader, PersonInput } from "./live.ts";

export const clientKinds = ["cli", "repl", "mcp", "sdk", "dashboard"] as const;
export type ClientKind = (typeof clientKinds)[number];

/** How a caller wants to read a result besides its data; "agent-whole" is for a program that reads what an agent would, with every field. */
export const resultForms = ["data", "agent", "agent-whole", "people"] as const;
export type ResultForm = (typeof resultForms)[number];

export interface PeopleForm {
  columns: number;
  color: boolean;
}

export interface Hello {
  type: "hello";
  protocol: number;
  version: string;
  client: ClientKind;
  pid: number;
  /** Tells servers of agents apart, for as long as each runs. */
  id?: string;
  /** Somebody whom a team's server has recognised, and who is apart from everybody else. */
  member?: string;
  /** Where the caller stands: project configuration and `playwright.config.*` are looked up from here. */
  cwd: string;
  /** What DROVER_CAPABILITIES said on the caller's side; absent means the default for its kind. */
  capabilities?: string[];
  /** The caller's DROVER_* configuration variables, one layer above the built-in defaults. No secrets. */
  env?: Record<string, string>;
  /** Secrets that it has and hands over when a call needs them. */
  holds?: string[];
  /** The port of loopback that a dashboard listens on: agents are kept away from it. */
  port?: number;
}

export interface Call {
  type: "call";
  id: number;
  tool: string;
  input: Record<string, unknown>;
  form?: ResultForm;
  people?: PeopleForm;
  /** Questions that the call puts to people may be sent to this client: it can ask its user. */
  asks?: boolean;
  /** The call may ask the model that this client works with. */
  samples?: boolean;
}

export interface Cancel {
  type: "cancel";
  id: number;
}

/** What the client's user said to a `question`, or its model to a `sample`; without a value they did not say. */
export interface Reply {
  type: "reply";
  /** Of the call. */
  id: number;
  question: string;
  value?: unknown;
}

/** The answer to `ask`. */
export interface SecretGiven {
  type: "secret";
  id: number;
  value?: string;
}

/** Asks for the daemon's events (session, page, console, network) until the connection ends. */
export interface Subscribe {
  type: "subscribe";
  id: number;
  topics: string[];
  session?: string;
  filter?: EventFilter;
}

/** Which lines and requests a subscriber is told of, in the words of console_read and network_read: the active page's by default. */
export type EventFilter = Record<string, unknown>;

/** Things that are about the daemon and not about a browser. */
export interface Control {
  type: "control";
  id: number;
  command: "status" | "stop" | "report";
  force?: boolean;
}

/** Instead of a hello: a command line as it was typed, from a client that knows nothing but how to hand it over. See `door.ts`. */
export interface DoorRequest {
  type: "door";
  version: string;
  argv: string[];
  cwd: string;
  /** Those that a hello tells too, and those that say how to write for a terminal. */
  env: Record<string, string>;
  /** Whether stdout and stderr are terminals. */
  screens: [out: boolean, err: boolean];
  columns: number;
}

/**
 * Asks for live pictures of a page, of the one that is active when none is named, until `unwatch` or the connection's end. The same `view` again changes it. A
 * client that wants answers without delay has a connection of its own for them.
 */
export interface Watch {
  type: "watch";
  view: number;
  session: string;
  page?: string;
  /** How large it is shown. */
  width: number;
  height: number;
  /** One of many, about once a second. */
  thumbnail?: boolean;
}

export interface Unwatch {
  type: "unwatch";
  view: number;
}

/** The frame was shown; without that there are never more than two on their way. */
export interface Ack {
  type: "ack";
  view: number;
  frame: number;
}

/** What a person does to a page whose wheel this client has. It is not answered; `problem` tells when it was not taken. */
export interface HandInput {
  type: "input";
  session: string;
  page?: string;
  event: PersonInput;
}

/**
 * Begins a talk with a session's active page in the browser's own protocol, or with a page that has the files of the browser's DevTools. `conversed` answers it, or `ended`.
 */
export interface Converse {
  type: "converse";
  channel: number;
  session: string;
  with: "page" | "devtools";
}

/** A message of the browser's protocol, to the page or from it. */
export interface Say {
  type: "say";
  channel: number;
  message: Record<string, unknown>;
}

export interface EndConversation {
  type: "end";
  channel: number;
}

export type ClientMessage = Hello | Call | Cancel | Subscribe | Control | SecretGiven | Reply | Watch | Unwatch | Ack | HandInput | Converse | Say | EndConversation;

export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  pid: number;
}

export interface Refused {
  type: "refused";
  error: string;
  message: string;
  hint?: string;
  protocol: number;
  version: string;
  pid: number;
  /** True when nothing would be hurt if the client stopped this daemon and started its own version. */
  replaceable: boolean;
}

export interface ImagePart {
  mimeType: string;
  /** base64 */
  data: string;
}

export interface Outcome {
  ok: boolean;
  data: unknown;
  /** The text form, when the caller asked for one and the tool has it. */
  text?: string;
  images?: ImagePart[];
  /** Those of a result that is a list and has no place for them. */
  warnings?: string[];
  /** It holds text that web pages wrote: data, never instructions. */
  untrusted?: true;
}

export interface Answer {
  type: "answer";
  id: number;
  outcome: Outcome;
}

/** The call is under way. When a daemon dies without having said so, the call can be sent again. */
export interface Started {
  type: "started";
  id: number;
}

export interface Progress {
  type: "progress";
  id: number;
  message: string;
  progress?: number;
  total?: number;
}

export interface DaemonEvent {
  type: "event";
  topic: string;
  session?: string;
  data: unknown;
}

/** One picture of a view. */
export interface LiveFrame extends FrameHeader {
  type: "frame";
  /** base64 */
  data: string;
}

/** A view that shows nothing for now, or input that was not taken. */
export interface LiveProblem {
  type: "problem";
  about: "watch" | "input";
  view?: number;
  session: string;
  error: string;
  message: string;
}

/** The talk has begun. */
export interface Conversed {
  type: "conversed";
  channel: number;
  title: string;
  url: string;
}

/** The talk is over: the page or its browser is gone; or it could not begin. */
export interface Ended {
  type: "ended";
  channel: number;
  error?: string;
  message?: string;
}

/** A call needs a secret that the client said it has. */
export interface Ask {
  type: "ask";
  id: number;
  secret: string;
}

/** A call waits for a person: the client, which said that it can, asks its user. */
export interface Questioned {
  type: "question";
  /** Of the call. */
  id: number;
  question: QuestionEvent;
}

/** What a model is asked. */
export interface SampleRequest {
  system: string;
  prompt: string;
  maxTokens: number;
}

/** What it said; or why it was not asked. */
export type SampleAnswer = { text: string; model: string } | { problem: string };

/** A call asks the client's own model, which the client said that it has. */
export interface Sampled {
  type: "sample";
  /** Of the call. */
  id: number;
  question: string;
  request: SampleRequest;
}

/** Somebody else has answered, or nobody in time: the client's user need not be asked any more. */
export interface Withdrawn {
  type: "withdrawn";
  id: number;
  question: string;
}

/** The daemon is going away: send nothing more, and end the connection when the last answer is there. */
export interface Leaving {
  type: "leaving";
}

/** The call came when the daemon was already leaving. It was not looked at and may be sent to the next one. */
export interface Unstarted {
  type: "unstarted";
  id: number;
}

export type DaemonMessage = Welcome | Ask | Started | Refused | Answer | Progress | DaemonEvent | Leaving | Unstarted | Questioned | Sampled | Withdrawn | LiveFrame | LiveProblem | Conversed | Say | Ended;

export interface DaemonStatus {
  running: boolean;
  pid: number;
  version: string;
  protocol: number;
  uptimeMs: number;
  home: string;
  sessions: number;
  browsers: number;
  clients: number;
  memoryMb: number;
}

/** What a daemon remembers of late, for a report on something that went wrong. Secrets are out of it. */
export interface DaemonReport {
  /** The last frames of each connection to a browser, a line each, oldest first. */
  connections: { name: string; openedAt: number; endedAt?: number; frames: string[] }[];
  /** Failures that were expected and passed over. */
  swallowed: { why: string; message: string; stack?: string; count: number; firstAt: number; lastAt: number }[];
}

/** A message longer than this is refused. The longest body that is fetched, 32 MiB, fits in twice: as data and as text. */
export const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;
