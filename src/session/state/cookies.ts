import type { Cookie, CookieParam, EngineContext } from "../../engine/port.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import type { StorageState } from "./storageState.ts";

/** The last second of the year 9999: later times are milliseconds that somebody took for seconds. */
const MAX_EXPIRES = 253_402_300_799;

/** A cookie needs an address to belong to: `url`, or `domain` and `path`. */
export function checkPlace({ name, url, domain, path, expires }: CookieParam): void {
  if (url !== undefined && (domain !== undefined || path !== undefined))
    throw badCookie(name, "it was given both a url and a domain or path", "Pass url (recommended), or domain and path.");
  if (url === undefined && (domain === undefined || path === undefined))
    throw badCookie(name, "it belongs nowhere", "Pass url (recommended), or both domain and path.");
  if (url !== undefined && !(/^https?:\/\/./.test(url) && URL.canParse(url))) throw notAnAddress(name, url);
  if (domain !== undefined) checkHost(name, domain.replace(/^\./, ""));
  if (expires !== undefined && hasPassed(expires))
    throw badCookie(name, "it would have expired already", "expires counts seconds since 1970; -1 is a session cookie. cookies_delete removes cookies.");
  if (expires !== undefined && expires > MAX_EXPIRES)
    throw badCookie(name, "expires is past the year 9999", "expires counts seconds since 1970, not milliseconds; -1 is a session cookie.");
}

const badCookie = (name: string, why: string, hint?: string) =>
  new DroverError("bad-input", `the cookie "${name}" cannot be set: ${why}`, { hint });

const notAnAddress = (name: string, url: string) => badCookie(name, `"${url}" is not a web address`);

/** Chromium would take other text too, and escape it. */
function checkHost(name: string, host: string): void {
  if (/[\s/?#@\\]|:\d*$/.test(host) || !URL.canParse(`http://${host}/`)) throw badCookie(name, `"${host}" is not a domain`);
}

const hasPassed = (expires: number) => expires !== -1 && expires * 1000 <= Date.now();

/** What every browser should refuse and not every one does: Firefox takes prefixed cookies without their conditions. */
function checkRules({ name, value, url, domain, path, secure, sameSite }: CookieParam & { path: string }): void {
  const isSecure = secure ?? url?.startsWith("https:") ?? false;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000a-\u001f\u007f;]/.test(name + value) || name.includes("="))
    throw badCookie(name, "names and values take no control characters and no semicolons, names no equals signs");
  if (!path.startsWith("/")) throw badCookie(name, "its path does not begin with /");
  if (/^__(Secure|Host)-/i.test(name) && !isSecure) throw badCookie(name, "its prefix needs secure, or an https url");
  if (/^__Host-/i.test(name) && (domain !== undefined || path !== "/"))
    throw badCookie(name, "__Host- cookies belong to one host and the path /", "Pass url, without domain and path.");
  if (sameSite === "None" && !isSecure) throw badCookie(name, "sameSite None needs secure, or an https url");
}

/** Addresses that cookies are looked up by. */
export function checkUrls(urls: string[]): string[] {
  for (const url of urls)
    if (!URL.canParse(url)) throw new DroverError("bad-input", `"${url}" is not a URL`, { hint: "Example: https://app.example.com/" });
  return urls;
}

/** Sets cookies, and says which were refused and why when the browser will not have them. */
export async function setCookies(context: EngineContext, given: CookieParam[]): Promise<void> {
  if (given.length === 0) return;
  const cookies = given.map((cookie) => ({ ...cookie, path: cookie.path || defaultPath(cookie) }));
  for (const cookie of cookies) checkRules(cookie);
  try {
    await context.setCookies(cookies);
  } catch (cause) {
    if (isDroverError(cause)) throw cause;
    const names = cookies.length === 1 ? `the cookie "${cookies[0]!.name}"` : `one of the ${cookies.length} cookies`;
    throw new DroverError("bad-input", `the browser refused ${names}: ${(cause as Error).message}`, {
      cause,
      hint: "Look at its domain, its length (4096 bytes at most with its name) and its characters.",
    });
  }
}

/** The cookies of a state, ready to be set again, without those that have expired since it was saved. */
export function unexpired(cookies: StorageState["cookies"], warn: (line: string) => void): CookieParam[] {
  const left = cookies.filter(({ expires }) => !hasPassed(expires));
  const expired = cookies.length - left.length;
  if (expired > 0) warn(`Expired meanwhile and left out: ${expired} of the state's ${cookies.length} cookies.`);
  return left.map(cookieParam);
}

/** The folder of the address, as for a server that names no path (RFC 6265, 5.1.4). */
function defaultPath({ name, url }: CookieParam): string {
  if (url === undefined || /^__Host-/i.test(name)) return "/";
  if (!URL.canParse(url)) throw notAnAddress(name, url);
  return new URL(url).pathname.replace(/\/[^/]*$/, "") || "/";
}

/** A cookie as it is kept in a state, ready to be set again. */
export function cookieParam({ hostOnly, domain, path, secure, sameSite, ...cookie }: StorageState["cookies"][number] | Cookie): CookieParam {
  const undotted = domain.replace(/^\./, "");
  const bare = undotted.includes(":") && !undotted.startsWith("[") ? `[${undotted}]` : undotted;
  checkHost(cookie.name, bare);
  const forSubdomains = domain.startsWith(".") || hostOnly === false;
  // Given as a domain it would be for subdomains too; a cookie of one host alone is set by an address on it.
  const place = forSubdomains
    ? { domain: `.${bare}`, path }
    : { url: `${secure ? "https" : "http"}://${bare}/`, path };
  // Browsers that show an unset sameSite as None would refuse their own cookie.
  const strictness = sameSite && (secure || sameSite !== "None") ? { sameSite } : {};
  return { ...cookie, ...place, ...strictness, secure };
}
