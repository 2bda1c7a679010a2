import { signal } from "@preact/signals";
import { socketPath, type AppMessage, type PersonInput, type Problem, type ServerEvent, type ServerHello, type ServerMessage, type Watch } from "../../wire.ts";
import type { Outcome } from "../../../protocol/messages.ts";
import { readFrame, type Frame } from "./frame.ts";

/** "locked": the server does not know this browser any more. */
export type LinkState = "connecting" | "up" | "daemon-down" | "lost" | "locked";

export const linkState = signal<LinkState>("connecting");
export const hello = signal<ServerHello | undefined>(undefined);

interface View {
  watch: Watch;
  frame(frame: Frame): void | Promise<void>;
  problem(problem: Problem): void;
}

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4000;
const NOT_KNOWN = 4401;

let socket: WebSocket | undefined;
let retryMs = FIRST_RETRY_MS;
let lastId = 0;
const waiting = new Map<number, (outcome: Outcome) => void>();
const views = new Map<number, View>();
const eventListeners = new Set<(event: ServerEvent) => void>();
const upListeners = new Set<() => void>();
const inputProblems = new Set<(problem: Problem) => void>();

const gone: Outcome = { ok: false, data: { ok: false, error: "daemon-failed", message: "The connection was lost before an answer came." } };

/** This tab, also after it was loaded again: it still has its wheel. */
function tabId(): string {
  const known = sessionStorage.getItem("tab");
  if (known) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem("tab", fresh);
  return fresh;
}

/** Connects, and again whenever the connection ends. */
export function connect(): void {
  const opened = new WebSocket(new URL(`${socketPath}?tab=${tabId()}`, location.href.replace(/^http/, "ws")));
  opened.binaryType = "arraybuffer";
  socket = opened;
  opened.addEventListener("message", ({ data }) => {
    if (data instanceof ArrayBuffer) showFrame(readFrame(data));
    else take(JSON.parse(String(data)) as ServerMessage);
  });
  opened.addEventListener("close", ({ code }) => {
    if (socket !== opened) return;
    socket = undefined;
    for (const settle of waiting.values()) settle(gone);
    waiting.clear();
    linkState.value = code === NOT_KNOWN ? "locked" : "lost";
    if (code === NOT_KNOWN) return;
    setTimeout(connect, retryMs);
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
  });
}

function take(message: ServerMessage): void {
  switch (message.type) {
    case "hello":
      hello.value = message;
      retryMs = FIRST_RETRY_MS;
      comeUp();
      return;
    case "daemon":
      if (message.state === "up") comeUp();
      else linkState.value = "daemon-down";
      return;
    case "answer":
      waiting.get(message.id)?.(message.outcome);
      waiting.delete(message.id);
      return;
    case "event":
      for (const listener of eventListeners) listener(message);
      return;
    case "problem":
      if (message.about === "input") for (const listener of inputProblems) listener(message);
      else if (message.view !== undefined) views.get(message.view)?.problem(message);
      return;
    case "progress":
      return;
  }
}

function comeUp(): void {
  linkState.value = "up";
  for (const { watch } of views.values()) send(watch);
  for (const listener of upListeners) listener();
}

/** The next frame may come when this one is on the screen; one that nobody shows any more is not missed. */
async function showFrame(frame: Frame): Promise<void> {
  const { view, frame: number } = frame.header;
  await views.get(view)?.frame(frame);
  if (views.has(view)) send({ type: "ack", view, frame: number });
}

function send(message: AppMessage): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/** Runs a tool as the person who looks at this page. A refusal is an outcome like any other. */
export function call(tool: string, input: Record<string, unknown> = {}): Promise<Outcome> {
  const id = ++lastId;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    if (send({ type: "call", id, tool, input })) return;
    waiting.delete(id);
    resolve(gone);
  });
}

/** Live pictures until the function that is returned is called. */
export function watch(wanted: Omit<Watch, "type" | "view">, show: Pick<View, "frame" | "problem">): { change(wanted: Omit<Watch, "type" | "view">): void; stop(): void } {
  const view = ++lastId;
  const change = (next: Omit<Watch, "type" | "view">) => {
    const message: Watch = { type: "watch", view, ...next };
    views.set(view, { watch: message, ...show });
    send(message);
  };
  change(wanted);
  return {
    change,
    stop: () => {
      views.delete(view);
      send({ type: "unwatch", view });
    },
  };
}

export const sendInput = (session: string, page: string | undefined, event: PersonInput): boolean => send({ type: "input", session, ...(page && { page }), event });

/** What is called with everything that happens, until the function that is returned is called. */
export const onEvent = (listener: (event: ServerEvent) => void): (() => void) => listening(eventListeners, listener);
/** Called whenever there is a daemon behind the connection again: what was asked earlier is out of date. */
export const onUp = (listener: () => void): (() => void) => listening(upListeners, listener);
export const onInputProblem = (listener: (problem: Problem) => void): (() => void) => listening(inputProblems, listener);

function listening<Listener>(all: Set<Listener>, listener: Listener): () => void {
  all.add(listener);
  return () => all.delete(listener);
}
