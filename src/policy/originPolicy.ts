interface OriginPattern {
  /** Undefined: any. */
  scheme: string | undefined;
  host: string;
  /** Undefined: the scheme's own; "*": any. */
  port: string | undefined;
}

/** `https://*.example.com`, `example.com`, `http://127.0.0.1:*`; undefined when it is no such thing. */
export function parseOriginPattern(pattern: string): OriginPattern | undefined {
  const parts = /^(?:([a-z][a-z0-9+.-]*|\*):\/\/)?([^\s/:?#@[\]]+|\[[^\s[\]]+\])(?::(\d+|\*))?(?:\/\*?)?$/i.exec(pattern.trim());
  const host = parts && readHost(parts[2]!);
  if (!host) return undefined;
  const scheme = parts[1] === "*" ? undefined : parts[1]?.toLowerCase();
  // Without a scheme or with every host meant, one port alone cannot be.
  return { scheme, host, port: parts[3] ?? (parts[1] === undefined || host === "*" ? "*" : undefined) };
}

/** As addresses spell it: in lower case, in ASCII, numbers of an IP address in full. */
function readHost(given: string): string | undefined {
  const host = withoutFinalDot(given.toLowerCase());
  if (host.includes("*")) return /^[\w.*-]+$/.test(host) ? host : undefined;
  const address = `http://${host}`;
  return /[!$%&'()+,;=|]/.test(host) || !URL.canParse(address) ? undefined : new URL(address).hostname;
}

/** "localhost." is the same host as "localhost". */
const withoutFinalDot = (host: string) => host.replace(/\.$/, "");

/** Scheme, host (with wildcards) and port must fit. */
export function originMatches(pattern: string, url: URL): boolean {
  const wanted = parseOriginPattern(pattern);
  if (!wanted) return false;
  const { scheme, host, port } = wanted;
  if (scheme && `${scheme}:` !== url.protocol) return false;
  if (!hostMatches(host, withoutFinalDot(url.hostname.toLowerCase()))) return false;
  if (port === "*") return true;
  return port === undefined ? url.port === "" : effectivePort(url) === port;
}

function hostMatches(pattern: string, host: string): boolean {
  if (pattern === "*") return true;
  if (!pattern.includes("*")) return pattern === host;
  const source = pattern.split("*").map(escapeRegExp).join("[^/]*");
  return new RegExp(`^${source}$`).test(host);
}

const escapeRegExp = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, "\\$&");

const effectivePort = (url: URL) => url.port || (url.protocol === "https:" ? "443" : "80");

/** Whose page an address shows: `view-source:` is only another way to look at it. */
export function shownSite(url: URL): URL {
  if (url.protocol !== "view-source:" || !URL.canParse(url.pathname)) return url;
  return shownSite(new URL(url.pathname));
}

export type OriginVerdict = "allowed" | "blocked" | "off-allowlist";

/** The blocklist wins over the allowlist; an empty allowlist allows everything. Blank and data pages are nobody's origin. */
export function judgeOrigin(address: URL, allowed: readonly string[], blocked: readonly string[]): OriginVerdict {
  const url = shownSite(address);
  if (url.protocol === "about:" || url.protocol === "data:" || url.protocol === "blob:") return "allowed";
  if (blocked.some((pattern) => originMatches(pattern, url))) return "blocked";
  if (allowed.length === 0 || allowed.some((pattern) => originMatches(pattern, url))) return "allowed";
  return "off-allowlist";
}

/** What no address matches: an allowlist that has nothing in common with another one still allows nothing. */
export const nothingAllowed = "https://nothing.invalid";

/** Does a pattern let in all that another one does? */
export function covers(wider: string, narrower: string): boolean {
  const [wide, narrow] = [parseOriginPattern(wider), parseOriginPattern(narrower)];
  if (!wide || !narrow) return false;
  if (wide.scheme !== undefined && wide.scheme !== narrow.scheme) return false;
  return hostMatches(wide.host, narrow.host) && (wide.port === "*" || wide.port === narrow.port);
}

/** What both lists allow; an empty one allows everything. */
export function allowedByBoth(some: readonly string[], others: readonly string[]): string[] {
  if (some.length === 0 || others.length === 0) return [...some, ...others];
  const both = [...some.filter((one) => others.some((other) => covers(other, one))), ...others.filter((other) => some.some((one) => covers(one, other)))];
  return both.length > 0 ? [...new Set(both)] : [nothingAllowed];
}
