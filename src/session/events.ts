import type { EventEmitter } from "node:events";
import type { ConsoleMessage, DialogOpened, DownloadStarted, NavigationKind, PageError } from "../engine/port.ts";
import type { Refusal } from "../guard/gateRules.ts";
import type { Question } from "../people/question.ts";
import type { Ending } from "../people/questions.ts";
import type { ActingEvent, CallBegun, CallRecord, GivenAnswer, WheelState } from "../protocol/events.ts";
import type { NetworkEntry } from "./networkLog.ts";
import type { SocketEntry } from "./socketLog.ts";
import type { SessionPage } from "./sessionPage.ts";

/** What happens in a session, told once for all who listen: action windows, buffers, subscribers, watchers. */
export interface SessionEvents {
  pageopened: [page: SessionPage];
  pageclosed: [page: SessionPage];
  activechanged: [page: SessionPage | undefined];
  console: [page: SessionPage, message: ConsoleMessage];
  pageerror: [page: SessionPage, error: PageError];
  request: [page: SessionPage, entry: NetworkEntry];
  /** Its status and headers have come; its body has not. */
  responded: [page: SessionPage, entry: NetworkEntry];
  requestdone: [page: SessionPage, entry: NetworkEntry];
  /** The main frame has a new address. */
  navigated: [page: SessionPage, url: string, kind: NavigationKind];
  socketframe: [page: SessionPage, frame: SocketEntry];
  dialog: [page: SessionPage, dialog: DialogOpened, handledAs: "accepted" | "dismissed" | "raised"];
  /** A page asked for something that a policy has answered; `of` is what keeps those. */
  pagerequest: [of: object, request: { handledAs: string }];
  download: [page: SessionPage, download: DownloadStarted];
  /** A connection was not made, because the session's rules are against it. */
  refused: [refusal: Refusal];
  /** It was told to go on doing something, or to stop. */
  standingchanged: [];
  /** Somebody is asked something. */
  question: [question: Question];
  /** A question needs no answer any more, because it has one or because it was too late for one. */
  answered: [question: Question, ending: Ending];
  began: [call: CallBegun];
  /** An action is about to touch the page there. */
  acting: [page: SessionPage, where: Omit<ActingEvent, "pageId">];
  called: [call: CallRecord];
  answergiven: [answer: GivenAnswer];
  /** A person took the wheel or gave it back, or another call waits for that. */
  wheel: [state: WheelState];
  opened: [];
  renamed: [name: string | undefined];
  crashed: [page: SessionPage];
  downloadended: [page: SessionPage, download: DownloadStarted, error: string | undefined];
  closed: [];
}

export type SessionEmitter = EventEmitter<SessionEvents>;
