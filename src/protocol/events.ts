/** What subscribers are told, by topic. */
export interface EventPayloads {
  pageopened: PageEvent;
  pageclosed: PageEvent;
  /** `null` when the session's last page was closed. */
  activechanged: PageEvent | null;
  /** The main frame has a new address. */
  navigated: { id: string; url: string; kind: string };
  console: ConsoleEvent;
  pageerror: ConsoleEvent;
  requestdone: RequestEvent;
  dialog: { pageId: string; kind: string; message: string; handledAs: "accepted" | "dismissed" | "raised" };
  /** Somebody is asked something; whoever listens can answer it with answer_question. */
  question: QuestionEvent;
  /** A question needs no answer any more. */
  answered: { id: string; outcome: "answered" | "expired" | "withdrawn"; in?: string };
  /** A call on the session has ended. */
  called: CallRecord;
  /** The session was closed. */
  closed: Record<string, never>;
}

/** A question that waits for a person. */
export interface QuestionEvent {
  id: string;
  session: string;
  kind: string;
  prompt: string;
  choices?: string[];
  /** What needs the answer. */
  about: string;
  askedAt: number;
  expiresAt: number;
}

export type EventTopic = keyof EventPayloads;

export interface PageEvent {
  id: string;
  title: string;
  url: string;
  active: boolean;
}

export interface ConsoleEvent {
  pageId: string;
  /** The console's level; `error` for what the page threw. */
  type: string;
  text: string;
  /** Milliseconds since 1970. */
  ts: number;
  location?: { url: string; line: number; column: number };
}

export interface RequestEvent {
  pageId: string;
  requestId: string;
  method: string;
  url: string;
  type: string;
  status?: number;
  /** Why it failed. */
  error?: string;
  ms?: number;
}

/** One call, as it left. */
export interface CallRecord {
  id: string;
  /** The call that made it, as `batch` does. */
  parent?: string;
  /** Who called: cli, repl, mcp or sdk. */
  client: string;
  tool: string;
  /** What it was about: its target, address or name, never what was typed. */
  subject?: string;
  session?: string;
  /** When it came, in milliseconds since 1970. */
  ts: number;
  ms: number;
  ok: boolean;
  /** The code of its refusal. */
  error?: string;
}
