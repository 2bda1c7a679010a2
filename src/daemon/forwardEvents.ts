import type { EventPayloads, EventTopic } from "../protocol/events.ts";
import type { DaemonEvent, EventFilter } from "../protocol/messages.ts";
import { redactTraffic } from "../security/redactUrl.ts";
import type { SessionEvents } from "../session/events.ts";
import type { Session } from "../session/session.ts";
import { describePage } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";
import { readEventFilter } from "./eventFilter.ts";

interface Subscription {
  topics: string[];
  session?: string;
  filter?: EventFilter;
  signal: AbortSignal;
}

type Payloads = { [Topic in EventTopic]: (...args: SessionEvents[Topic]) => EventPayloads[Topic] };

/** What a subscriber gets of each event; topics are the events' names. */
const payloads: Payloads = {
  pageopened: (page) => describePage(page),
  pageclosed: (page) => describePage(page),
  activechanged: (page) => (page ? describePage(page) : null),
  navigated: (page, url, kind) => ({ id: page.id, url, kind }),
  console: (page, { level, text, ts, location }) => ({ pageId: page.id, type: level, text, ts, location }),
  pageerror: (page, { message, ts }) => ({ pageId: page.id, type: "error", text: message, ts }),
  requestdone: (page, { requestId, method, url, type, response, error, startedAt, endedAt }) => ({
    pageId: page.id,
    requestId,
    method,
    url,
    type,
    status: response?.status,
    error,
    ms: endedAt === undefined ? undefined : Math.round(endedAt - startedAt),
  }),
  dialog: (page, { kind, message }, handledAs) => ({ pageId: page.id, kind, message, handledAs }),
  closed: () => ({}),
};

/** What these tell was captured from pages, and is redacted as it is in results. */
const capturedTopics = new Set<string>(["console", "pageerror", "requestdone"] satisfies EventTopic[]);

/** Sends a session's events to a subscriber until its connection ends; sessions opened later are included. */
export function forwardEvents(sessions: Sessions, subscription: Subscription, send: (event: DaemonEvent) => void): void {
  const { topics, signal, filter } = subscription;
  const choose = filter && readEventFilter(filter, sessions.peek(subscription.session ?? ""));
  const wanted = Object.entries(payloads).filter(([topic]) => topics.includes(topic));
  const follow = (session: Session) => {
    if (subscription.session && session.id !== subscription.session) return;
    const choice = (choose?.(session) ?? {}) as Record<string, ((...args: unknown[]) => boolean) | undefined>;
    for (const [topic, payload] of wanted) {
      const listener = (...args: unknown[]) => {
        if (choice[topic]?.(...args) === false) return;
        const data = (payload as (...args: unknown[]) => unknown)(...args);
        const captured = capturedTopics.has(topic) && session.config.redactUrls;
        send({ type: "event", topic, session: session.id, data: captured ? redactTraffic(data) : data });
      };
      const events = session.events as unknown as NodeJS.EventEmitter;
      events.on(topic, listener);
      signal.addEventListener("abort", () => events.off(topic, listener), { once: true });
    }
  };
  sessions.each(follow, signal);
}
