import type { Network, Storage } from "webdriver-bidi-protocol";
import type { Cookie, CookieParam } from "../port.ts";

const sameSiteNames = { Strict: "strict", Lax: "lax", None: "none" } as const;
const sameSiteValues: Partial<Record<Network.SameSite, Cookie["sameSite"]>> = { strict: "Strict", lax: "Lax", none: "None" };

export function fromBidi(cookie: Network.Cookie): Cookie {
  const sameSite = sameSiteValues[cookie.sameSite];
  return {
    name: cookie.name,
    value: bytesText(cookie.value),
    domain: cookie.domain,
    path: cookie.path,
    expires: cookie.expiry ?? -1,
    httpOnly: cookie.httpOnly,
    secure: cookie.secure,
    ...(sameSite && { sameSite }),
    hostOnly: !cookie.domain.startsWith("."),
  };
}

export function toBidi(cookie: CookieParam): Storage.PartialCookie {
  const url = cookie.url === undefined ? undefined : new URL(cookie.url);
  return {
    name: cookie.name,
    value: { type: "string", value: cookie.value },
    domain: cookie.domain ?? url?.hostname ?? "",
    path: cookie.path ?? "/",
    httpOnly: cookie.httpOnly ?? false,
    secure: cookie.secure ?? url?.protocol === "https:",
    ...(cookie.sameSite && { sameSite: sameSiteNames[cookie.sameSite] }),
    ...(cookie.expires !== undefined && cookie.expires >= 0 && { expiry: Math.round(cookie.expires) }),
  };
}

export const bytesText = (bytes: Network.BytesValue): string =>
  bytes.type === "string" ? bytes.value : Buffer.from(bytes.value, "base64").toString();
