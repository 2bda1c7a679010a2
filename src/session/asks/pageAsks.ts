import { randomBytes } from "node:crypto";
import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { AskMessage, AskReport, AsksConfig } from "../../page/asks/api.ts";
import { DEFAULT_PATIENCE_MS } from "../../people/patience.ts";
import { scriptOrder } from "../pageScripts.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";

type Kind = AskReport["ask"];
type OfKind<K extends Kind> = Extract<AskReport, { ask: K }>;
/** What comes back is the answer, for reports that wait for one. */
type Handler<K extends Kind> = (frame: EngineFrame, report: OfKind<K>) => unknown;

const reportShape = z.looseObject({ ask: z.string(), id: z.number().optional() });

/**
 * Brings what pages ask of people to the parts that answer it, and the answers back. Somebody else's browser is left as it is until a policy
 * is set there, and gets its own functions back when the session is closed.
 */
export class PageAsks implements SessionPart<string> {
  readonly saved = z.string();
  readonly #session: Session;
  readonly #handlers: { [K in Kind]?: Handler<K> } = {};
  #key = `_${randomBytes(10).toString("hex")}`;
  #installed = false;
  #config: AsksConfig = { permissions: { mode: "raise", perPermission: {} }, notifications: "allow", devices: [], stealth: false };

  constructor(session: Session) {
    this.#session = session;
  }

  /** Documents keep the script that they have, so the next daemon must know how to reach it. */
  save(): string | undefined {
    return this.key;
  }

  restore(key: string): void {
    this.#key = key;
  }

  /** How documents that have the script are asked; none in a browser that is left as it is. */
  get key(): string | undefined {
    return this.#installed ? this.#key : undefined;
  }

  get config(): AsksConfig {
    return this.#config;
  }

  on<K extends Kind>(kind: K, handler: Handler<K>): void {
    Object.assign(this.#handlers, { [kind]: handler });
  }

  async begin(): Promise<void> {
    if (this.#session.mode !== "attached") await this.#install();
  }

  /** Documents that are open hear of it too. */
  async configure(change: Partial<AsksConfig>): Promise<void> {
    this.#config = { ...this.#config, ...change };
    await this.#install();
    await this.#tellAll({ config: this.#config });
  }

  /** Hides the marks of automation from documents to come and those that are open; not in a browser that is somebody else's. */
  async hideMarks(): Promise<void> {
    if (this.#config.stealth || this.#session.mode === "attached") return;
    await this.configure({ stealth: true });
  }

  async end(): Promise<void> {
    if (this.#session.mode !== "attached" || !this.#installed) return;
    this.#session.parts.scripts.takeBack("asks");
    await this.#tellAll({ restore: true });
  }

  /** Puts a yes or no to a person, in the name of a page. Nobody's answer is a no. */
  async confirm(about: string, prompt: string): Promise<boolean> {
    const ending = await this.#session.parts.people.ask({ kind: "confirm", prompt, about, timeoutMs: DEFAULT_PATIENCE_MS });
    return ending.outcome === "answered" && ending.value === true;
  }

  async #install(): Promise<void> {
    this.#installed = true;
    // Only bundles have it: whoever reads the list of tools from source must not need it.
    const { default: source } = await import("drover:page/asks/asks");
    await this.#session.parts.scripts.install({
      name: "asks",
      order: scriptOrder.asks,
      world: "page",
      source: source.replaceAll("__DROVER_ASKS__", this.#key).replace('"__DROVER_ASKS_CONFIG__"', () => JSON.stringify(this.#config)),
      inOpenDocuments: true,
      report: (frame, value) => void mayFail(this.#reported(frame, value), "a document that went away needs no answer"),
    });
  }

  async #reported(frame: EngineFrame, value: unknown): Promise<void> {
    const { data } = reportShape.safeParse(value);
    const handler = data && this.#handlers[data.ask as Kind];
    if (!handler) return;
    // The script is ours, and the page does not reach its reports.
    const answer = await handler(frame, value as never);
    if (data.id !== undefined) await this.#tell(frame, { answer: data.id, value: answer });
  }

  async #tellAll(message: AskMessage): Promise<void> {
    const frames = this.#session.enginePages().flatMap((page) => (page.crashed || page.dialog ? [] : page.frames()));
    await Promise.all(frames.map((frame) => mayFail(this.#tell(frame, message), "a frame may go away, or not be the browser's to ask")));
  }

  async #tell(frame: EngineFrame, message: AskMessage): Promise<void> {
    await frame.ask("tellAsker", { event: this.#key, message });
  }
}

/** Of a document that has one of its own. */
export function originOf({ url }: EngineFrame): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? undefined : origin;
}
