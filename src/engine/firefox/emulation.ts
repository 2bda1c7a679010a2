import type { BrowsingContext } from "webdriver-bidi-protocol";
import { DroverError } from "../../protocol/errors.ts";
import type { Emulation, NetworkConditions, Viewport } from "../port.ts";
import type { BidiConnection } from "./connection.ts";

/**
 * What Firefox can be told to pretend. It knows no touch screen, no mobile layout, no media features, no slow network and
 * no slow processor. Overrides end with the session; `reapply` brings them to a tab that replaced the page's first one.
 */
export class FirefoxEmulation implements Emulation {
  readonly #connection: BidiConnection;
  readonly #contextId: () => string;
  readonly #set = new Map<string, () => Promise<unknown>>();
  deviceScaleFactor: number | undefined;

  constructor(connection: BidiConnection, contextId: () => string) {
    this.#connection = connection;
    this.#contextId = contextId;
  }

  async viewport(viewport: Viewport | null): Promise<void> {
    this.deviceScaleFactor = viewport?.deviceScaleFactor;
    const size: BrowsingContext.SetViewportParameters["viewport"] = viewport && { width: viewport.width, height: viewport.height };
    await this.#keep("viewport", () =>
      Promise.all([
        this.#connection.send("browsingContext.setViewport", {
          context: this.#contextId(),
          viewport: size,
          devicePixelRatio: viewport?.deviceScaleFactor ?? null,
        }),
        this.#connection.send("emulation.setScreenSettingsOverride", { screenArea: size, contexts: this.#contexts() }),
      ]),
    );
  }

  userAgent(userAgent: string | null): Promise<void> {
    return this.#keep("userAgent", () => this.#connection.send("emulation.setUserAgentOverride", { userAgent, contexts: this.#contexts() }));
  }

  locale(locale: string | null): Promise<void> {
    return this.#keep("locale", () => this.#connection.send("emulation.setLocaleOverride", { locale, contexts: this.#contexts() }));
  }

  timezone(timezone: string | null): Promise<void> {
    return this.#keep("timezone", () => this.#connection.send("emulation.setTimezoneOverride", { timezone, contexts: this.#contexts() }));
  }

  geolocation(position: { latitude: number; longitude: number; accuracy?: number } | null): Promise<void> {
    const coordinates = position && { accuracy: 1, ...position };
    return this.#keep("geolocation", () => this.#connection.send("emulation.setGeolocationOverride", { coordinates, contexts: this.#contexts() }));
  }

  async network(conditions: NetworkConditions | null): Promise<void> {
    if (conditions && !conditions.offline && (conditions.latencyMs > 0 || conditions.downloadBps > 0 || conditions.uploadBps > 0))
      throw new DroverError("unsupported-engine", "Firefox can be taken offline but not be slowed down", {
        hint: "Use a Chromium session to emulate a slow network.",
      });
    const networkConditions = conditions?.offline ? ({ type: "offline" } as const) : null;
    await this.#keep("network", () => this.#connection.send("emulation.setNetworkConditions", { networkConditions, contexts: this.#contexts() }));
  }

  async reapply(): Promise<void> {
    await Promise.all([...this.#set.values()].map((set) => set()));
  }

  async #keep(name: string, set: () => Promise<unknown>): Promise<void> {
    this.#set.set(name, set);
    await set();
  }

  #contexts(): [string] {
    return [this.#contextId()];
  }
}
