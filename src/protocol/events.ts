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
  /** A call on the session has begun. */
  began: CallBegun;
  /** Where on a page a call acts, told just before it does. */
  acting: ActingEvent;
  /** A call on the session has ended. */
  called: CallRecord;
  /** What the caller got, as it got it. For people only. */
  answergiven: GivenAnswer;
  /** A person took the wheel of the session or gave it back, or what waits for that has changed. */
  wheel: WheelState;
  /** The session is there: opened, or taken up again from an earlier daemon. */
  opened: Record<string, never>;
  /** It is shown under another name; without one under its id. */
  renamed: { name?: string };
  /** What it was told to go on doing (emulation, policies, routes, recordings) is something else now. */
  standingchanged: Record<string, never>;
  /** The page's process died. */
  crashed: { pageId: string };
  download: DownloadEvent;
  downloadended: DownloadEvent;
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
  /** Who called: cli, repl, mcp, sdk or dashboard. */
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

export interface CallBegun extends Pick<CallRecord, "id" | "parent" | "client" | "tool" | "subject" | "ts"> {
  /** It will act on the page, and not only look. */
  acts: boolean;
}

export interface ActingEvent {
  /** Of the call. */
  call?: string;
  pageId: string;
  /** CSS pixels of the page's viewport. */
  box?: { x: number; y: number; width: number; height: number };
  /** Where it is pressed. */
  point?: { x: number; y: number };
}

export interface GivenAnswer {
  /** Of the call. */
  id: string;
  /** As an agent reads it, or as JSON. */
  text: string;
  /** The text is longer than what is kept of it. */
  cut?: true;
  images?: number;
}

/** Who steers a session. */
export interface WheelState {
  /** False: agents, programs and people take turns as they call. */
  taken: boolean;
  /** The tab of a dashboard that has it; undefined for a terminal. */
  holder?: string;
  /** Where the person is. */
  where?: "dashboard" | "terminal";
  since?: number;
  /** Calls that wait until it is given back. */
  waiting: number;
  /** What was said when it was given back. */
  note?: string;
  /** It was given back because whoever had it is gone. */
  abandoned?: true;
}

export interface DownloadEvent {
  pageId: string;
  id: string;
  url: string;
  filename: string;
  /** Why it failed. */
  error?: string;
}
