import { z } from "zod";
import { mayFail, noteFailure } from "../../diagnosis/mayFail.ts";
import type { EnginePage } from "../../engine/port.ts";
import { isDroverError } from "../../protocol/errors.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";

/** What media queries find besides the colour scheme and motion, and how the page is shown. What is absent is the truth. */
export const mediaSchema = z.object({
  type: z.enum(["print", "screen"]).optional(),
  contrast: z.enum(["more", "less", "custom"]).optional(),
  forcedColors: z.literal("active").optional(),
  reducedTransparency: z.literal("reduce").optional(),
  reducedData: z.literal("reduce").optional(),
  colorGamut: z.enum(["srgb", "p3", "rec2020"]).optional(),
  vision: z.enum(["blurredVision", "reducedContrast", "achromatopsia", "deuteranopia", "protanopia", "tritanopia"]).optional(),
});

/** What pages are told of the device they run on and of its owner; null is the truth. */
export const deviceSchema = z.object({
  locale: z.string().nullable(),
  timezoneId: z.string().nullable(),
  geolocation: z.object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() }).nullable(),
  colorScheme: z.enum(["light", "dark"]).nullable(),
  reducedMotion: z.literal("reduce").nullable(),
  /** Records of before it was there have none. */
  media: mediaSchema.nullable().default(null),
  userAgent: z.string().nullable(),
  /** By origin; "" is everywhere. */
  permissions: z.record(z.string(), z.array(z.string())),
});

export type DeviceState = z.infer<typeof deviceSchema>;
type Knobs = Omit<DeviceState, "permissions">;

const UNTOUCHED: DeviceState = {
  locale: null,
  timezoneId: null,
  geolocation: null,
  colorScheme: null,
  reducedMotion: null,
  media: null,
  userAgent: null,
  permissions: {},
};

/** The device that a session's pages believe to be on; new pages learn of it before their first script. */
export class Device implements SessionPart<DeviceState> {
  readonly saved = deviceSchema;
  readonly #session: Session;
  #state: DeviceState;
  /** What a policy lets pages have besides, by origin; "" is everywhere. The policy is saved, not this. */
  readonly #allowed = new Map<string, string[]>();

  constructor(session: Session) {
    this.#session = session;
    this.#state = { ...UNTOUCHED, userAgent: session.plan.userAgent ?? null };
  }

  get state(): DeviceState {
    return this.#state;
  }

  /** Undefined when nothing was changed since the session was opened. */
  save(): DeviceState | undefined {
    const { userAgent = null } = this.#session.plan;
    return JSON.stringify(this.#state) === JSON.stringify({ ...UNTOUCHED, userAgent }) ? undefined : this.#state;
  }

  async restore(state: DeviceState): Promise<void> {
    this.#state = state;
    try {
      await this.#grantAll();
    } catch (cause) {
      throw new Error(`What the pages had been granted could not be granted again: ${(cause as Error).message}`, { cause });
    }
  }

  async set(change: Partial<Knobs>): Promise<void> {
    const before = this.#state;
    this.#state = { ...before, ...change };
    try {
      await this.#tellAll(change);
    } catch (refused) {
      // What a browser will not do must not come back with the next page, nor stay on those that took it.
      this.#state = before;
      await mayFail(this.#tellAll(before), "what was before may be refused as well; the first refusal is told");
      throw refused;
    }
    this.#session.changed();
  }

  /** Replaces what an origin ("" is everywhere) was granted. */
  async grant(permissions: string[], origin: string): Promise<void> {
    await this.#replaceGrants({ ...this.#state.permissions, [origin]: permissions });
  }

  async revokeAll(): Promise<void> {
    await this.#replaceGrants({});
  }

  /** Replaces what a policy allows everywhere, or adds to what an origin is allowed. Resolves with those that this browser has no way to grant. */
  async allow(permissions: readonly string[], origin = ""): Promise<string[]> {
    if (origin === "") {
      const had = [...this.#allowed.values()].some((names) => names.length > 0);
      this.#allowed.clear();
      if (had) await this.#session.context.resetPermissions();
    }
    this.#allowed.set(origin, [...new Set([...(this.#allowed.get(origin) ?? []), ...permissions])]);
    return this.#grantAll();
  }

  async prepare(page: EnginePage): Promise<void> {
    const told = Object.fromEntries(Object.entries(this.#state).filter(([, value]) => value !== null));
    await tell(page, told as Partial<Knobs>);
  }

  /** Some overrides are a process's: they go with the page that set them, and from the others in its process too. */
  forget(): void {
    const { locale, timezoneId } = this.#state;
    if (locale === null && timezoneId === null) return;
    const telling = this.#tellAll({ ...(locale !== null && { locale }), ...(timezoneId !== null && { timezoneId }) });
    void mayFail(telling, "a page that cannot be told is on its way out too");
  }

  async #tellAll(change: Partial<Knobs>): Promise<void> {
    await Promise.all(this.#session.enginePages().map((page) => tell(page, change)));
  }

  async #replaceGrants(permissions: Record<string, string[]>): Promise<void> {
    const before = this.#state;
    this.#state = { ...before, permissions };
    try {
      await this.#session.context.resetPermissions();
      await this.#grantAll();
    } catch (refused) {
      this.#state = before;
      await mayFail(this.#grantAll(), "what was before may be refused as well; the first refusal is told");
      throw refused;
    }
    this.#session.changed();
  }

  /**
   * An origin that is granted something of its own is refused the rest: it needs what is granted everywhere as well. Resolves with what a
   * policy allows and this browser has no way to grant.
   */
  async #grantAll(): Promise<string[]> {
    const { context } = this.#session;
    const { "": everywhere = [], ...origins } = this.#state.permissions;
    if (everywhere.length > 0) await context.grantPermissions(everywhere);
    for (const [origin, permissions] of Object.entries(origins)) await context.grantPermissions([...new Set([...everywhere, ...permissions])], origin);
    const refused: string[] = [];
    for (const [origin, names] of this.#allowed)
      for (const name of names) {
        try {
          await context.allowPermission(name, origin || undefined);
        } catch (thrown) {
          if (isDroverError(thrown) && thrown.code === "connection-lost") throw thrown;
          noteFailure(thrown, "a permission that this browser does not know is told to whoever allows it");
          refused.push(name);
        }
      }
    return refused;
  }
}

async function tell({ emulation }: EnginePage, change: Partial<Knobs>): Promise<void> {
  const { locale, timezoneId, geolocation, colorScheme, reducedMotion, media, userAgent } = change;
  await Promise.all([
    locale !== undefined && emulation.locale?.(locale),
    timezoneId !== undefined && emulation.timezone?.(timezoneId),
    geolocation !== undefined && emulation.geolocation?.(geolocation),
    colorScheme !== undefined && emulation.media?.({ colorScheme }),
    reducedMotion !== undefined && emulation.media?.({ reducedMotion }),
    media !== undefined && emulation.media?.({ media }),
    userAgent !== undefined && emulation.userAgent?.(userAgent),
  ]);
}
