/**
 * What the dashboard's app and its server say to each other over one WebSocket: types only, for both sides. Text messages are JSON;
 * binary ones, from the server only, are frames: four bytes (the highest first) with the length of a JSON `FrameHeader`, that header,
 * and the picture's bytes.
 */
import type { EventPayloads, EventTopic } from "../protocol/events.ts";
import type { Ack, HandInput, Outcome, PeopleForm, ResultForm, Unwatch, Watch } from "../protocol/messages.ts";

export type { FrameHeader, PersonInput } from "../protocol/live.ts";
export type { Watch } from "../protocol/messages.ts";

/** Any tool, as a person; which session is in `input.session`. */
export interface AppCall {
  type: "call";
  id: number;
  tool: string;
  input: Record<string, unknown>;
  /** Default: "data". */
  form?: ResultForm;
  people?: PeopleForm;
}

/** Gives a call up. */
export interface AppCancel {
  type: "cancel";
  id: number;
}

/** Views are numbered by the app, and frames carry the number. Input is taken only while this tab has the wheel of the session (`take_wheel`). */
export type AppMessage = AppCall | AppCancel | Watch | Unwatch | Ack | HandInput;

/** The first message of every connection, and again when another daemon is there. */
export interface ServerHello {
  type: "hello";
  version: string;
  /** Who this tab is, as `wheel` events name it (`holder`): its own wheel is the one with this id. */
  tab: string;
  home: string;
}

export interface ServerAnswer {
  type: "answer";
  id: number;
  outcome: Outcome;
}

/** What a call that takes its time says meanwhile. */
export interface ServerProgress {
  type: "progress";
  id: number;
  message: string;
  progress?: number;
  total?: number;
}

/** Everything that happens, in every session. */
export type ServerEvent = { [Topic in EventTopic]: { type: "event"; topic: Topic; session: string; data: EventPayloads[Topic] } }[EventTopic];

/** "down": calls fail and nothing is shown until "up"; then ask and watch again. */
export interface DaemonState {
  type: "daemon";
  state: "up" | "down";
}

/** A view that shows nothing, or input that was not taken, and why. The view stays: it goes on when the reason is gone. */
export interface Problem {
  type: "problem";
  about: "watch" | "input";
  view?: number;
  session: string;
  error: string;
  message: string;
}

export type ServerMessage = ServerHello | ServerAnswer | ServerProgress | ServerEvent | DaemonState | Problem;

/**
 * The server's own page at / takes the token out of the address's fragment, logs in and goes on to the app, which is served under a path that nobody can guess
 * (`/<base>/`): a cookie of 127.0.0.1 would be sent to every server there, one with that path is not. So every address in the app is relative: `app.js`,
 * `app.css`, `ws?tab=…`, `files/<id>`. The app knows nothing of tokens.
 *
 * ws?tab=<id>: the app makes the id up once for a tab (`crypto.randomUUID()`, kept in `sessionStorage`), so that a tab that connects again still has its
 * wheel. Close codes: 4401 the cookie is not known any more (tell the person to run `drover dashboard`), others: connect again.
 */
export const socketPath = "ws";

/** What is kept in the store, for players and downloads: files/<id> with an id of files_list. */
export const filesPath = "files/";

/*
 * Tools for the app besides those that were there, all called with `AppCall`:
 *   list_sessions            each with name?, drives ("agent" | "person" | "program"), driver?, wheel, lastCall?, waits (open questions), running (calls)
 *   rename_session           {session, name?}            a name for people; the id stays
 *   take_wheel               {session}                   this tab has the wheel; from then on `input` messages are taken
 *   give_wheel               {session, note?}            the agent gets the note with its next answer
 *   stop_calls               {session?, take?}           ends the calls of agents and programs at once, of all sessions or of one; `take` takes the wheel too
 *   call_answer              {id}                        a GivenAnswer for a call of call_log
 *   session_state            {session}                   emulation, policies, routes, guard, recordings in force
 * While a person has the wheel, dialogs, file choosers and permission prompts of the page come as `question` events (about "dialog:alert", "dialog:confirm",
 * "dialog:prompt", "filechooser", …), answered with answer_question like all others.
 */
