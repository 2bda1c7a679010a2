import { batch, computed, effect, signal } from "@preact/signals";
import type { QuestionEvent } from "../../../protocol/events.ts";
import { ask } from "../link/ask.ts";
import { hello, onEvent, onUp } from "../link/link.ts";
import type { ServerEvent } from "../../wire.ts";
import { isOwnReading } from "./feed.ts";
import { inOrder, type SessionRow } from "./sessionRow.ts";

/** Every session, by id; undefined until the first list is there. */
export const sessions = signal<ReadonlyMap<string, SessionRow> | undefined>(undefined);
export const questions = signal<readonly QuestionEvent[]>([]);
/** Why there is no list. */
export const listProblem = signal<string | undefined>(undefined);
/** Sessions that were closed while this page looked at them, and when. */
export const closedSessions = signal<ReadonlySet<string>>(new Set());

export const tab = computed(() => hello.value?.tab);
export const sessionsInOrder = computed(() => inOrder([...(sessions.value?.values() ?? [])], tab.value));
export const questionsOf = (session: string): QuestionEvent[] => questions.value.filter((question) => question.session === session);

const REFRESH_MS = 400;
let refreshing: Promise<void> | undefined;
let wantedAgain = false;

/** Asks for everything again; several wishes at once become one. */
export function refresh(): void {
  if (refreshing) {
    wantedAgain = true;
    return;
  }
  refreshing = load().finally(() =>
    setTimeout(() => {
      refreshing = undefined;
      if (!wantedAgain) return;
      wantedAgain = false;
      refresh();
    }, REFRESH_MS),
  );
}

async function load(): Promise<void> {
  const [listed, asked] = await Promise.all([ask("list_sessions", {}), ask("list_questions", {})]);
  if (asked.ok) questions.value = asked.data.questions;
  if (!listed.ok) {
    listProblem.value = listed.message;
    return;
  }
  listProblem.value = undefined;
  const rows = listed.data.sessions.map(({ lastCall, ...row }): SessionRow => {
    const told = lastCall && !isOwnReading(lastCall) ? lastCall : sessions.value?.get(row.id)?.lastCall;
    return { ...row, waits: row.waits ?? 0, running: row.running ?? 0, ...(told && { lastCall: told }) };
  });
  const lost = (listed.data.lost ?? []).map(({ id, mode, lastUrl }): SessionRow => ({
    id,
    mode,
    browser: "",
    engine: "",
    headless: true,
    url: lastUrl ?? "",
    title: "",
    pages: 0,
    openedAt: "",
    waits: 0,
    running: 0,
    lost: true,
  }));
  sessions.value = new Map([...rows, ...lost].map((row) => [row.id, row]));
}

function change(id: string, how: (row: SessionRow) => SessionRow): void {
  const row = sessions.value?.get(id);
  if (!sessions.value || !row) return;
  sessions.value = new Map(sessions.value).set(id, how(row));
}

function take(event: ServerEvent): void {
  const { session } = event;
  switch (event.topic) {
    case "opened": {
      const closed = new Set(closedSessions.value);
      if (closed.delete(session)) closedSessions.value = closed;
      refresh();
      return;
    }
    case "closed": {
      closedSessions.value = new Set(closedSessions.value).add(session);
      const left = new Map(sessions.value);
      left.delete(session);
      sessions.value = left;
      questions.value = questions.value.filter((question) => question.session !== session);
      return;
    }
    case "renamed":
      change(session, ({ name: _, ...row }) => ({ ...row, ...(event.data.name && { name: event.data.name }) }));
      return;
    case "question":
      questions.value = [...questions.value.filter(({ id }) => id !== event.data.id), event.data];
      change(session, (row) => ({ ...row, waits: questionsOf(session).length }));
      return;
    case "answered":
      questions.value = questions.value.filter(({ id }) => id !== event.data.id);
      change(session, (row) => ({ ...row, waits: questionsOf(session).length }));
      return;
    case "wheel":
      change(session, (row) => ({ ...row, wheel: event.data }));
      return;
    case "began":
      if (isOwnReading(event.data)) return;
      change(session, (row) => ({ ...row, running: row.running + 1, lastCall: event.data }));
      return;
    case "called":
      if (isOwnReading(event.data)) return;
      change(session, (row) => ({ ...row, running: Math.max(0, row.running - 1), lastCall: event.data }));
      return;
    case "activechanged":
      change(session, (row) => ({ ...row, url: event.data?.url ?? "", title: event.data?.title ?? "" }));
      return;
    case "navigated":
    case "pageopened":
    case "pageclosed":
    case "crashed":
      refresh();
      return;
  }
}

const GATHER_MS = 60;
let heard: ServerEvent[] = [];
let planned: ReturnType<typeof setTimeout> | undefined;

/** Two hundred sessions have much to tell: it is drawn a few times a second. */
function takeAll(): void {
  const events = heard;
  heard = [];
  planned = undefined;
  batch(() => {
    for (const event of events) take(event);
  });
}

/** From now on what is shown is what is. */
export function follow(): void {
  onEvent((event) => {
    heard.push(event);
    planned ??= setTimeout(takeAll, GATHER_MS);
  });
  onUp(refresh);
  effect(() => {
    const waiting = questions.value.length;
    document.title = waiting > 0 ? `(${waiting}) Drover` : "Drover";
  });
}
