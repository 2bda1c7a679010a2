import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import WebSocket from "ws";
import type { AppMessage, FrameHeader, PersonInput, Problem, ServerMessage } from "../../../src/dashboard/wire.ts";
import type { Outcome } from "../../../src/protocol/messages.ts";
import { droverBin } from "./drover.ts";
import type { Data } from "./session.ts";

export interface DashboardServer extends AsyncDisposable {
  origin: string;
  token: string;
}

/** `drover dashboard` (or `inspect`, which is served alike), ready when it has said where it is. */
export async function startDashboard(env: NodeJS.ProcessEnv = process.env, command = ["dashboard"]): Promise<DashboardServer> {
  const child = spawn(process.execPath, [droverBin, ...command, "--no-open"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = new URL(/http:\S+/.exec(line)?.[0] ?? "");
  return {
    origin: url.origin,
    token: new URLSearchParams(url.hash.slice(1)).get("token") ?? "",
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export interface Access {
  origin: string;
  base: string;
  cookie: string;
}

export const logIn = (origin: string, token: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${origin}/login`, { method: "POST", headers, body: JSON.stringify({ token }) });

export async function accessTo({ origin, token }: DashboardServer): Promise<Access> {
  const answer = await logIn(origin, token);
  const { base } = (await answer.json()) as { base: string };
  return { origin, base, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

export interface ShownFrame extends FrameHeader {
  jpeg: Buffer;
}

/** A person's tab, without the app: what it says and hears. */
export class PersonTab implements Disposable {
  readonly id: string;
  readonly frames: ShownFrame[] = [];
  readonly problems: Problem[] = [];
  readonly heard: ServerMessage[] = [];
  /** Off: a watcher that is too slow to show anything. */
  shows = true;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (outcome: Outcome) => void>();
  readonly #listeners = new Set<() => void>();
  #lastId = 0;

  constructor({ origin, base, cookie }: Access, id: string = crypto.randomUUID()) {
    this.id = id;
    this.#socket = new WebSocket(`${origin.replace("http", "ws")}/${base}/ws?tab=${id}`, { headers: { cookie, origin } });
    this.#socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) this.#frame(data);
      else this.#message(JSON.parse(String(data)) as ServerMessage);
      for (const listener of this.#listeners) listener();
    });
  }

  /** Resolves when what was heard so far is as wanted. */
  async until<T>(look: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined && found !== false) return found;
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  ready(): Promise<unknown> {
    return this.until(() => this.heard.some(({ type }) => type === "hello"));
  }

  /** The next message like this from now on. */
  next(fits: (message: ServerMessage) => boolean): Promise<Data> {
    const from = this.heard.length;
    return this.until(() => this.heard.slice(from).find(fits));
  }

  call(tool: string, input: Record<string, unknown> = {}): Promise<Data> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#answers.set(id, ({ data }) => resolve(data));
      this.send({ type: "call", id, tool, input });
    });
  }

  /** A frame that comes from now on and is as wanted. */
  frame(fits: (frame: ShownFrame) => boolean = () => true): Promise<ShownFrame> {
    const from = this.frames.length;
    return this.until(() => this.frames.slice(from).find(fits));
  }

  hands(session: string, ...events: PersonInput[]): void {
    for (const event of events) this.send({ type: "input", session, event });
  }

  send(message: AppMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  [Symbol.dispose](): void {
    this.#socket.terminate();
  }

  #frame(data: Buffer): void {
    const length = data.readUInt32BE(0);
    const header = JSON.parse(data.subarray(4, 4 + length).toString()) as FrameHeader;
    this.frames.push({ ...header, jpeg: data.subarray(4 + length) });
    if (this.shows) this.send({ type: "ack", view: header.view, frame: header.frame });
  }

  #message(message: ServerMessage): void {
    this.heard.push(message);
    if (message.type === "problem") this.problems.push(message);
    if (message.type === "answer") this.#answers.get(message.id)?.(message.outcome);
  }
}

/** A press of the left button. */
export const clickAt = (x: number, y: number): PersonInput[] => [
  { kind: "mouse", type: "move", x, y },
  { kind: "mouse", type: "down", x, y, button: "left", buttons: 1 },
  { kind: "mouse", type: "up", x, y, button: "left", buttons: 0 },
];

export const keys = (text: string): PersonInput[] =>
  [...text].flatMap((key) => (["down", "up"] as const).map((type): PersonInput => ({ kind: "key", type, key, code: `Key${key.toUpperCase()}`, keyCode: key.toUpperCase().charCodeAt(0), ...(type === "down" && { text: key }) })));

/** Red, green and blue of a point of a JPEG, decoded by a page. */
export async function pixel(evaluate: (expr: string) => Promise<unknown>, jpeg: Buffer, x: number, y: number): Promise<number[]> {
  const expr = `(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(jpeg.toString("base64"))}), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const drawing = canvas.getContext("2d");
    drawing.drawImage(picture, 0, 0);
    return [...drawing.getImageData(${x} * picture.width, ${y} * picture.height, 1, 1).data].slice(0, 3);
  })()`;
  return (await evaluate(expr)) as number[];
}
