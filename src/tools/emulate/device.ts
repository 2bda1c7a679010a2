import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { type DeviceState, deviceSchema, mediaSchema } from "../../session/emulation/device.ts";
import type { Session } from "../../session/session.ts";
import type { SessionContext } from "../context.ts";
import { type TextStyle, defineTool } from "../defineTool.ts";
import { table } from "../text/table.ts";
import { told } from "./shapes.ts";

const deviceOutput = z.object({
  ok: z.literal(true),
  session: z.string(),
  applied: z.record(z.string(), z.unknown()),
  state: deviceSchema,
  note: z.string().optional(),
  warnings: z.array(z.string()),
  tokensEstimate: z.number().optional(),
});

const deviceTool = {
  family: "emulate",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "page",
  batch: true,
  output: deviceOutput,
  text: ({ state, note }: z.output<typeof deviceOutput>, style: TextStyle) => (style.reader === "agent" ? undefined : [stateTable(state, style), note].filter(Boolean).join("\n")),
} as const;

/** For people: what pages are told now. */
function stateTable({ geolocation, permissions, media, ...rest }: DeviceState, style: TextStyle): string {
  const told = { ...rest, media: media && Object.entries(media).map(([name, value]) => `${name} ${value}`).join(", "), geolocation: geolocation && `${geolocation.latitude}, ${geolocation.longitude} (±${geolocation.accuracy} m)` };
  const granted = Object.entries(permissions).map(([origin, names]) => [`granted ${origin ? `to ${origin}` : "everywhere"}`, names.join(", ")]);
  const rows = [...Object.entries(told).flatMap(([name, value]) => (value === null ? [] : [[name, value]])), ...granted];
  return rows.length > 0 ? table(["EMULATED", "VALUE"], rows, style) : "Nothing is emulated.";
}

const both = { chromium: "full", firefox: "full" } as const;
const chromiumOnly = { chromium: "full", firefox: { none: "Firefox (153) does not have the command of WebDriver BiDi that changes what media queries find" } } as const;

const LASTS = "Holds for every page of the session, across navigations and for pages to come, until it is changed again.";

async function tell({ session }: SessionContext, applied: Partial<Omit<DeviceState, "permissions">>) {
  try {
    await session.parts.device.set(applied);
  } catch (cause) {
    const [[name, value] = []] = Object.entries(applied);
    throw new DroverError("bad-input", `the browser refused ${name} ${JSON.stringify(value)}: ${(cause as Error).message}`, { cause });
  }
  return result(session, applied);
}

function result(session: Session, applied: Record<string, unknown>) {
  return { ok: true as const, session: session.id, applied, state: session.parts.device.state, warnings: told(session).warnings };
}

export const setLocale = defineTool({
  ...deviceTool,
  name: "set_locale",
  summary: "Set the language that pages see: navigator.language, Intl's defaults and Accept-Language. null gives the browser's own back.",
  details: LASTS,
  input: z.object({ locale: z.string().min(1).nullable().optional().describe("such as de-CH") }),
  engines: both,
  examples: [{ locale: "de-CH" }, { locale: null }],
  cli: { positional: ["locale"] },
  run: (context, { locale = null }) => tell(context, { locale: locale && canonicalLocale(locale) }),
});

export function canonicalLocale(locale: string): string {
  try {
    return new Intl.Locale(locale.replace("_", "-")).toString();
  } catch (cause) {
    throw new DroverError("bad-input", `"${locale}" is not a locale`, { cause, hint: "A language and perhaps a country: en, en-GB, zh-Hant-TW." });
  }
}

export const setTimezone = defineTool({
  ...deviceTool,
  name: "set_timezone",
  summary: "Set the time zone of Date and Intl.DateTimeFormat. null gives the machine's own back.",
  details: LASTS,
  input: z.object({ timezoneId: z.string().min(1).nullable().optional().describe("IANA name, such as America/New_York") }),
  engines: both,
  examples: [{ timezoneId: "America/New_York" }, { timezoneId: null }],
  cli: { positional: ["timezoneId"] },
  run: (context, { timezoneId = null }) => tell(context, { timezoneId: timezoneId && knownTimezone(timezoneId) }),
});

export function knownTimezone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch (cause) {
    throw new DroverError("bad-input", `"${timeZone}" is not a time zone`, { cause, hint: "IANA names: Europe/Zurich, America/New_York, UTC." });
  }
}

export const setGeolocation = defineTool({
  ...deviceTool,
  name: "set_geolocation",
  summary: "Set where navigator.geolocation finds itself; without coordinates it is asked of the machine again.",
  details: `Pages get it only with the permission: \`grant_permissions({permissions:["geolocation"]})\`. ${LASTS}`,
  input: z.object({
    latitude: z.number().min(-90).max(90).nullable().optional(),
    longitude: z.number().min(-180).max(180).nullable().optional(),
    accuracy: z.number().min(0).optional().describe("metres"),
  }),
  engines: both,
  examples: [{ latitude: 40.7128, longitude: -74.006 }, { latitude: null }],
  cli: { positional: ["latitude", "longitude"] },
  run: async (context, { latitude = null, longitude = null, accuracy = 0 }) => {
    if (latitude === null) return tell(context, { geolocation: null });
    if (longitude === null) throw new DroverError("bad-input", "a latitude needs a longitude");
    if (!isGranted(context.session, "geolocation"))
      context.warn('No page may ask for its position yet: grant_permissions({permissions:["geolocation"]}) lets them.');
    return tell(context, { geolocation: { latitude, longitude, accuracy } });
  },
});

const isGranted = ({ parts }: Session, permission: string): boolean =>
  Object.values(parts.device.state.permissions).some((granted) => granted.includes(permission));

export const setColorScheme = defineTool({
  ...deviceTool,
  name: "set_color_scheme",
  summary: "Set prefers-color-scheme; no-preference gives the browser's own back.",
  details: LASTS,
  input: z.object({ scheme: z.enum(["light", "dark", "no-preference"]) }),
  engines: chromiumOnly,
  examples: [{ scheme: "dark" }, { scheme: "no-preference" }],
  cli: { positional: ["scheme"] },
  run: (context, { scheme }) => tell(context, { colorScheme: scheme === "no-preference" ? null : scheme }),
});

export const setReducedMotion = defineTool({
  ...deviceTool,
  name: "set_reduced_motion",
  summary: "Set prefers-reduced-motion: reduce. For pages that are too animated to drive, and to see what they do without.",
  details: LASTS,
  input: z.object({ on: z.boolean() }),
  engines: chromiumOnly,
  examples: [{ on: true }, { on: false }],
  cli: { positional: ["on"] },
  run: (context, { on }) => tell(context, { reducedMotion: on ? "reduce" : null }),
});

export const setMedia = defineTool({
  ...deviceTool,
  name: "set_media",
  summary: "Set what media queries find: print, contrast, forced colours, transparency, data, gamut; or show the page as somebody with a vision deficiency sees it.",
  details: `What is given is changed and \`null\` takes one back; without arguments all are taken back. \`vision\` filters what is drawn, in the window and in pictures; pages do not learn of it. ${LASTS}`,
  input: z.object({
    type: mediaSchema.shape.type.unwrap().nullable().optional(),
    contrast: mediaSchema.shape.contrast.unwrap().nullable().optional(),
    forcedColors: mediaSchema.shape.forcedColors.unwrap().nullable().optional(),
    reducedTransparency: mediaSchema.shape.reducedTransparency.unwrap().nullable().optional(),
    reducedData: mediaSchema.shape.reducedData.unwrap().nullable().optional(),
    colorGamut: mediaSchema.shape.colorGamut.unwrap().nullable().optional(),
    vision: mediaSchema.shape.vision.unwrap().nullable().optional(),
  }),
  engines: chromiumOnly,
  examples: [{ type: "print" }, { contrast: "more", forcedColors: "active" }, { vision: "deuteranopia" }, {}],
  cli: { positional: ["type"] },
  run: (context, given) => {
    const kept = Object.entries({ ...context.session.parts.device.state.media, ...given }).filter(([, value]) => value !== null && value !== undefined);
    return tell(context, { media: Object.keys(given).length === 0 || kept.length === 0 ? null : mediaSchema.parse(Object.fromEntries(kept)) });
  },
});

export const setUserAgent = defineTool({
  ...deviceTool,
  name: "set_user_agent",
  summary: "Set the user agent, in the header and in navigator.userAgent. null gives the browser's own back.",
  details: `${LASTS} Documents that are loaded already keep what they have read. Size, touch and scale of a device come with \`open_session({device})\`.`,
  // A line break would end the header.
  // oxlint-disable-next-line no-control-regex
  input: z.object({ userAgent: z.string().min(1).max(4096).regex(/^[^\u0000-\u001f\u007f]*$/, "no control characters").nullable().optional() }),
  engines: both,
  examples: [{ userAgent: "Bot/1.0" }, { userAgent: null }],
  cli: { positional: ["userAgent"] },
  run: (context, { userAgent = null }) => tell(context, { userAgent }),
});

export const grantPermissions = defineTool({
  ...deviceTool,
  name: "grant_permissions",
  summary: "Let pages use what they would have to ask for, such as geolocation or clipboard-read; an empty list takes all grants back.",
  details: `Names are the web's: geolocation, notifications, clipboard-read, clipboard-write, camera, microphone, midi, background-sync,
accelerometer, gyroscope, magnetometer, ambient-light-sensor, payment-handler. With \`origin\` only for that origin, else for every
one. Another call for the same origin replaces what it was granted. Grants are those of the session's profile, which other sessions
may share; they cannot be taken back from one origin alone.`,
  input: z.object({ permissions: z.array(z.string().min(1)).max(50).optional(), origin: z.string().optional() }),
  engines: { chromium: "full", firefox: { partial: "Firefox knows fewer permissions, and grants them to one origin at a time: without `origin`, to each that a page goes to" } },
  examples: [{ permissions: ["geolocation"], origin: "https://maps.example.com" }, { permissions: [] }],
  cli: { positional: ["permissions"] },
  run: async ({ session }, { permissions = [], origin }) => {
    const { device } = session.parts;
    if (permissions.length === 0) {
      await device.revokeAll();
      return {
        ...result(session, { permissions }),
        ...(origin !== undefined && { note: `Grants cannot be taken back from one origin: those of ${origin} went with all the others.` }),
      };
    }
    const place = origin === undefined ? "" : webOriginOf(origin);
    try {
      await device.grant(permissions, place);
    } catch (cause) {
      throw new DroverError("bad-input", `the browser does not grant ${permissions.join(", ")}: ${(cause as Error).message}`, {
        cause,
        hint: "The names are the web's, such as geolocation, notifications, clipboard-read, camera, microphone.",
      });
    }
    return result(session, { permissions, ...(place && { origin: place }) });
  },
});

function webOriginOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new DroverError("bad-input", `"${given}" is not an origin`, { hint: "Example: https://maps.example.com" });
}
