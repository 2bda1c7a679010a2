import type { DownloadStarted } from "../engine/port.ts";
import type { DownloadEvent, EventPayloads, EventTopic } from "../protocol/events.ts";
import type { DaemonEvent, EventFilter } from "../protocol/messages.ts";
import type { Exit } from "../exit/exit.ts";
import type { Tells } from "../exit/tells.ts";
import type { SessionEvents } from "../session/events.ts";
import type { Session } from "../session/session.ts";
import { describePage } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";
import type { Sessions } from "../session/sessions.ts";
import { readEventFilter } from "./eventFilter.ts";

interface Subscription {
  topics: string[];
  session?: string;
  filter?: EventFilter;
  signal: AbortSignal;
  /** Whether the subscriber may use a session. */
  mayHear(session: Session): boolean;
}

interface Declared<Topic extends EventTopic> {
  tells: Tells;
  payload: (...args: SessionEvents[Topic]) => EventPayloads[Topic];
}

/** What a subscriber gets of each event, and what that tells of; topics are the events' names. */
const declared: { [Topic in EventTopic]: Declared<Topic> } = {
  pageopened: { tells: "page", payload: (page) => describePage(page) },
  pageclosed: { tells: "page", payload: (page) => describePage(page) },
  activechanged: { tells: "page", payload: (page) => (page ? describePage(page) : null) },
  navigated: { tells: "page", payload: (page, url, kind) => ({ id: page.id, url, kind }) },
  console: { tells: "traffic", payload: (page, { level, text, ts, location }) => ({ pageId: page.id, type: level, text, ts, location }) },
  pageerror: { tells: "traffic", payload: (page, { message, ts }) => ({ pageId: page.id, type: "error", text: message, ts }) },
  requestdone: {
    tells: "traffic",
    payload: (page, { requestId, method, url, type, response, error, startedAt, endedAt }) => ({
      pageId: page.id,
      requestId,
      method,
      url,
      type,
      status: response?.status,
      error,
      ms: endedAt === undefined ? undefined : Math.round(endedAt - startedAt),
    }),
  },
  dialog: { tells: "page", payload: (page, { kind, message }, handledAs) => ({ pageId: page.id, kind, message, handledAs }) },
  question: { tells: "page", payload: (question) => question },
  answered: { tells: "own", payload: ({ id }, ending) => ({ id, outcome: ending.outcome, ...("in" in ending && { in: ending.in }) }) },
  began: { tells: "own", payload: (call) => call },
  acting: { tells: "own", payload: (page, where) => ({ pageId: page.id, ...where }) },
  called: { tells: "own", payload: (call) => call },
  // It has left by the exit already.
  answergiven: { tells: "page", payload: (answer) => answer },
  wheel: { tells: "own", payload: (state) => state },
  opened: { tells: "own", payload: () => ({}) },
  renamed: { tells: "own", payload: (name) => (name === undefined ? {} : { name }) },
  standingchanged: { tells: "own", payload: () => ({}) },
  crashed: { tells: "own", payload: (page) => ({ pageId: page.id }) },
  download: { tells: "traffic", payload: (page, download) => describeDownload(page, download) },
  downloadended: { tells: "traffic", payload: (page, download, error) => ({ ...describeDownload(page, download), ...(error !== undefined && { error }) }) },
  closed: { tells: "own", payload: () => ({}) },
};

const describeDownload = ({ id: pageId }: SessionPage, { id, url, suggestedFilename }: DownloadStarted): DownloadEvent => ({ pageId, id, url, filename: suggestedFilename });

/** Sends a session's events to a subscriber until its connection ends; sessions opened later are included. */
export function forwardEvents({ sessions, exit }: { sessions: Sessions; exit: Exit }, subscription: Subscription, send: (event: DaemonEvent) => void): void {
  const { topics, signal, filter } = subscription;
  const choose = filter && readEventFilter(filter, sessions.peek(subscription.session ?? ""));
  const wanted = Object.entries(declared).filter(([topic]) => topics.includes(topic));
  const follow = (session: Session) => {
    if ((subscription.session && session.id !== subscription.session) || !subscription.mayHear(session)) return;
    const choice = (choose?.(session) ?? {}) as Record<string, ((...args: unknown[]) => boolean) | undefined>;
    for (const [topic, { tells, payload }] of wanted) {
      const listener = (...args: unknown[]) => {
        if (choice[topic]?.(...args) === false) return;
        const data = (payload as (...args: unknown[]) => unknown)(...args);
        send({ type: "event", topic, session: session.id, data: exit.event(tells, data, { redact: session.config.redactUrls }) });
      };
      const events = session.events as unknown as NodeJS.EventEmitter;
      events.on(topic, listener);
      signal.addEventListener("abort", () => events.off(topic, listener), { once: true });
      if (topic !== "question") continue;
      session.parts.people.listen(signal);
      // Whoever begins to listen while somebody waits for an answer could be the one to give it.
      for (const question of session.questions.list(session.id)) listener(question);
    }
  };
  sessions.each(follow, signal);
}
