import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EmulatedMedia, Emulation, MediaFeatures, NetworkConditions, Viewport } from "../port.ts";
import { CdpError, type CdpSession } from "./connection.ts";

type Tell = (session: CdpSession) => Promise<unknown>;

/** Overrides live in the session that set them and end with it; each is set on its own. */
export class ChromiumEmulation implements Emulation {
  readonly #session: CdpSession;
  /** An extension's popup is as large as what it shows. */
  readonly #ownSize: boolean;
  #userAgent: string | undefined;
  #locale: string | undefined;
  /** Frames and workers in other processes, which do not take over what their page was told. */
  readonly #children = new Set<CdpSession>();
  readonly #overrides = new Map<string, Tell>();
  #media: MediaFeatures = {};
  #vision: EmulatedMedia["vision"];

  constructor(session: CdpSession, { ownSize = false }: { ownSize?: boolean } = {}) {
    this.#session = session;
    this.#ownSize = ownSize;
  }

  async viewport(viewport: Viewport | null): Promise<void> {
    if (this.#ownSize) return;
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
    await this.#tellUserAgent();
  }

  async locale(locale: string | null): Promise<void> {
    this.#locale = locale ?? undefined;
    const tell = (session: CdpSession) => unlessInEffect(session.send("Emulation.setLocaleOverride", locale ? { locale } : {}));
    await Promise.all([this.#override("locale", tell), this.#tellUserAgent()]);
  }

  async timezone(timezoneId: string | null): Promise<void> {
    await this.#override("timezone", (session) => unlessInEffect(session.send("Emulation.setTimezoneOverride", { timezoneId: timezoneId ?? "" })));
  }

  async geolocation(position: { latitude: number; longitude: number; accuracy?: number } | null): Promise<void> {
    if (position) await this.#session.send("Emulation.setGeolocationOverride", { accuracy: 0, ...position });
    else await this.#session.send("Emulation.clearGeolocationOverride");
  }

  async media(features: MediaFeatures): Promise<void> {
    this.#media = { ...this.#media, ...features };
    const { colorScheme, reducedMotion, media } = this.#media;
    const { type, contrast, forcedColors, reducedTransparency, reducedData, colorGamut, vision } = media ?? {};
    const values = {
      "prefers-color-scheme": colorScheme,
      "prefers-reduced-motion": reducedMotion,
      "prefers-contrast": contrast,
      "forced-colors": forcedColors,
      "prefers-reduced-transparency": reducedTransparency,
      "prefers-reduced-data": reducedData,
      "color-gamut": colorGamut,
    };
    await this.#override("media", (session) =>
      session.send("Emulation.setEmulatedMedia", { media: type ?? "", features: Object.entries(values).map(([name, value]) => ({ name, value: value ?? "" })) }),
    );
    if (vision === this.#vision) return;
    this.#vision = vision;
    await this.#session.send("Emulation.setEmulatedVisionDeficiency", { type: vision ?? "none" });
  }

  async network(conditions: NetworkConditions | null): Promise<void> {
    await this.#override("network", (session) => throttle(session, conditions ?? undefined));
  }

  async cpu(rate: number): Promise<void> {
    await this.#override("cpu", (session) => session.send("Emulation.setCPUThrottlingRate", { rate }));
  }

  /** Gives a child of the page what the page itself has. */
  extendTo(session: CdpSession): void {
    this.#children.add(session);
    for (const tell of this.#overrides.values()) void mayFail(tell(session), "a child target may go away while it is told what is emulated");
  }

  /** navigator.language and Accept-Language come with the user agent override, not with the locale's. */
  #tellUserAgent(): Promise<void> {
    // Without one the browser's own stays.
    const override = { userAgent: this.#userAgent ?? "", ...(this.#locale && { acceptLanguage: this.#locale }) };
    return this.#override("userAgent", (session) => session.send("Emulation.setUserAgentOverride", override));
  }

  async #override(name: string, tell: Tell): Promise<void> {
    this.#overrides.set(name, tell);
    for (const child of this.#children) {
      if (child.detached) this.#children.delete(child);
      else void mayFail(tell(child), "a child target may go away while it is told what is emulated");
    }
    await tell(this.#session);
  }
}

/** A process has one locale and one time zone: the page's neighbour there has set them for both. */
async function unlessInEffect(setting: Promise<unknown>): Promise<void> {
  try {
    await setting;
  } catch (refusal) {
    if (!(refusal instanceof CdpError && refusal.message.includes("already in effect"))) throw refusal;
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
