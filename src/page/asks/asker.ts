import type { AskMessage, AskReport, AsksConfig } from "./api.ts";

const { apply } = Reflect;
const { addEventListener } = EventTarget.prototype;
const { parse } = JSON;
const detailOf = Reflect.getOwnPropertyDescriptor(CustomEvent.prototype, "detail")?.get;

/** Tells the daemon what the page asked, and hears what it decides. */
export class Asker {
  config: AsksConfig;
  #report: (report: AskReport) => void;
  readonly #waiting = new Map<number, (value: unknown) => void>();
  readonly #listeners: ((config: AsksConfig) => void)[] = [];
  #lastId = 0;

  constructor(config: AsksConfig, event: string, report: (report: AskReport) => void, restore: () => void) {
    this.config = config;
    this.#report = report;
    const hear = (told: Event) => {
      const message = parse(apply(detailOf!, told, []) as string) as AskMessage;
      if ("config" in message) this.#configured(message.config);
      else if ("restore" in message) restore();
      else this.#waiting.get(message.answer)?.(message.value);
    };
    apply(addEventListener, window, [event, hear]);
  }

  /** Another daemon hears from now on. */
  goOn({ report, config }: { report: (report: AskReport) => void; config: AsksConfig }): void {
    this.#report = report;
    this.#configured(config);
  }

  /** Now and whenever it changes. */
  onConfig(listener: (config: AsksConfig) => void): void {
    this.#listeners.push(listener);
    listener(this.config);
  }

  #configured(config: AsksConfig): void {
    this.config = config;
    for (const listener of this.#listeners) listener(config);
  }

  tell(report: AskReport): void {
    this.#report(report);
  }

  /** Resolves with what the daemon, and perhaps a person, says. */
  ask(report: AskReport): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, (value) => {
        this.#waiting.delete(id);
        resolve(value);
      });
      this.#report({ ...report, id });
    });
  }
}
