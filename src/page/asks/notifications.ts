import type { AskReport } from "./api.ts";
import type { Asker } from "./asker.ts";
import type { Kit } from "./kit.ts";

type Options = { body?: unknown; icon?: unknown; tag?: unknown } | undefined;
type Shown = Extract<AskReport, { ask: "notification" }>;

const EVENTS = ["show", "click", "close", "error"] as const;
const MAX_TEXT = 1000;
const cut = (value: unknown) => String(value).slice(0, MAX_TEXT);

/** What is told of a notification: the words that a person would have read. */
const reportOf = (title: unknown, options: Options, handledAs: Shown["handledAs"]): Shown => ({
  ask: "notification",
  title: cut(title),
  ...(options?.body !== undefined && { body: cut(options.body) }),
  ...(options?.icon !== undefined && { icon: cut(options.icon) }),
  ...(options?.tag !== undefined && { tag: cut(options.tag) }),
  handledAs,
});

/** Routes what a page shows to people through the session's policy. */
export function wrapNotifications(kit: Kit, asker: Asker): void {
  const refused = () => new DOMException("The notification was not allowed.", "NotAllowedError");

  /** Stands for a notification until somebody has decided on it. */
  function pending(native: () => object, title: unknown, options: Options): object {
    const standIn = new EventTarget();
    let real: Notification | undefined;
    let closed = false;
    Object.setPrototypeOf(standIn, Notification.prototype);
    const own = { dir: "auto", lang: "", body: "", tag: "", icon: "", data: null, requireInteraction: false, silent: null, ...options, title: String(title) };
    for (const [name, value] of Object.entries(own)) Reflect.defineProperty(standIn, name, { value, configurable: true });
    for (const type of EVENTS) Reflect.defineProperty(standIn, `on${type}`, { value: null, writable: true, configurable: true });
    const fire = (type: string) => {
      const event = new Event(type);
      standIn.dispatchEvent(event);
      const handler = (standIn as unknown as Record<string, unknown>)[`on${type}`];
      if (typeof handler === "function") Reflect.apply(handler, standIn, [event]);
    };
    const close = () => {
      closed = true;
      real?.close();
    };
    Reflect.defineProperty(standIn, "close", { value: close, configurable: true });
    void asker.ask(reportOf(title, options, "asked-human")).then((allowed) => {
      if (allowed !== true) return fire("error");
      if (closed) return undefined;
      real = native() as Notification;
      for (const type of EVENTS) real.addEventListener(type, () => fire(type));
      return undefined;
    });
    return standIn;
  }

  kit.constructorOf("Notification", (native, [title, options]) => {
    const mode = asker.config.notifications;
    if (mode === "ask-human") return pending(native, title, options as Options);
    asker.tell(reportOf(title, options as Options, mode === "allow" ? "allowed" : mode === "deny" ? "denied" : "raised"));
    if (mode !== "allow") throw refused();
    return native();
  });
  kit.method(globalThis.ServiceWorkerRegistration?.prototype, "showNotification", async (native, _self, args) => {
    const mode = asker.config.notifications;
    const [title, options] = args as [unknown, Options];
    if (mode === "ask-human") {
      if ((await asker.ask(reportOf(title, options, "asked-human"))) !== true) throw refused();
      return native(...args);
    }
    asker.tell(reportOf(title, options, mode === "allow" ? "allowed" : mode === "deny" ? "denied" : "raised"));
    if (mode !== "allow") throw refused();
    return native(...args);
  });
}
