import type { Emulation, NetworkConditions, Viewport } from "../port.ts";
import type { CdpSession } from "./connection.ts";

/** Overrides live in the session that set them and end with it; each is set on its own. */
export class ChromiumEmulation implements Emulation {
  readonly #session: CdpSession;
  /** What the browser says of itself, without the word that gives a headless one away. */
  readonly #ownUserAgent: () => string;
  #userAgent: string | undefined;
  #locale: string | undefined;
  #network: NetworkConditions | undefined;
  #cpuRate = 1;
  /** Frames and workers in other processes, which do not take over what their page was told. */
  readonly #children = new Set<CdpSession>();
  #media: { colorScheme?: string | null; reducedMotion?: string | null } = {};

  constructor(session: CdpSession, ownUserAgent: () => string) {
    this.#session = session;
    this.#ownUserAgent = ownUserAgent;
  }

  async viewport(viewport: Viewport | null): Promise<void> {
    if (!viewport) {
      await this.#session.send("Emulation.clearDeviceMetricsOverride");
      await this.touch(false);
      return;
    }
    const { width, height, deviceScaleFactor = 0, isMobile = false } = viewport;
    await Promise.all([
      this.#session.send("Emulation.setDeviceMetricsOverride", {
        width,
        height,
        deviceScaleFactor,
        mobile: isMobile,
        screenWidth: width,
        screenHeight: height,
        screenOrientation:
          width > height ? { angle: 90, type: "landscapePrimary" } : { angle: 0, type: "portraitPrimary" },
      }),
      viewport.hasTouch === undefined ? undefined : this.touch(viewport.hasTouch),
    ]);
  }

  async touch(enabled: boolean): Promise<void> {
    await this.#session.send("Emulation.setTouchEmulationEnabled", { enabled, ...(enabled && { maxTouchPoints: 5 }) });
  }

  async userAgent(userAgent: string | null): Promise<void> {
    this.#userAgent = userAgent ?? undefined;
    await this.#applyUserAgent();
  }

  async locale(locale: string | null): Promise<void> {
    this.#locale = locale ?? undefined;
    await Promise.all([this.#session.send("Emulation.setLocaleOverride", locale ? { locale } : {}), this.#applyUserAgent()]);
  }

  // navigator.language and Accept-Language come with the user agent override, not with the locale's.
  async #applyUserAgent(): Promise<void> {
    await this.#session.send("Emulation.setUserAgentOverride", {
      userAgent: this.#userAgent ?? this.#ownUserAgent(),
      ...(this.#locale && { acceptLanguage: this.#locale }),
    });
  }

  async timezone(timezoneId: string | null): Promise<void> {
    await this.#session.send("Emulation.setTimezoneOverride", { timezoneId: timezoneId ?? "" });
  }

  async geolocation(position: { latitude: number; longitude: number; accuracy?: number } | null): Promise<void> {
    if (position) await this.#session.send("Emulation.setGeolocationOverride", { accuracy: 0, ...position });
    else await this.#session.send("Emulation.clearGeolocationOverride");
  }

  async media(features: { colorScheme?: string | null; reducedMotion?: string | null }): Promise<void> {
    this.#media = { ...this.#media, ...features };
    await this.#session.send("Emulation.setEmulatedMedia", {
      features: [
        { name: "prefers-color-scheme", value: this.#media.colorScheme ?? "" },
        { name: "prefers-reduced-motion", value: this.#media.reducedMotion ?? "" },
      ],
    });
  }

  async network(conditions: NetworkConditions | null): Promise<void> {
    this.#network = conditions ?? undefined;
    await this.#everywhere((session) => throttle(session, conditions ?? undefined));
  }

  async cpu(rate: number): Promise<void> {
    this.#cpuRate = rate;
    await this.#everywhere((session) => session.send("Emulation.setCPUThrottlingRate", { rate }));
  }

  /** Gives a child of the page what the page itself has. */
  extendTo(session: CdpSession): void {
    this.#children.add(session);
    if (this.#network) throttle(session, this.#network).catch(() => undefined);
    if (this.#cpuRate !== 1) session.post("Emulation.setCPUThrottlingRate", { rate: this.#cpuRate });
  }

  async #everywhere(apply: (session: CdpSession) => Promise<unknown>): Promise<void> {
    for (const child of this.#children) {
      if (child.detached) this.#children.delete(child);
      else apply(child).catch(() => undefined);
    }
    await apply(this.#session);
  }
}

async function throttle(session: CdpSession, conditions: NetworkConditions | undefined): Promise<void> {
  await session.send("Network.emulateNetworkConditions", {
    offline: conditions?.offline ?? false,
    latency: conditions?.latencyMs ?? 0,
    downloadThroughput: conditions?.downloadBps || -1,
    uploadThroughput: conditions?.uploadBps || -1,
    ...(conditions?.packetLoss !== undefined && { packetLoss: conditions.packetLoss * 100 }),
  });
}
