/** `https://*.example.com` and the like against an address: scheme, host (with wildcards) and port must fit. */
export function originMatches(pattern: string, url: URL): boolean {
  const parts = /^(?:([a-z][a-z0-9+.-]*|\*):\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?\/?$/i.exec(pattern.trim());
  if (!parts) return false;
  const [, scheme, host, port] = parts;
  if (scheme && scheme !== "*" && `${scheme.toLowerCase()}:` !== url.protocol) return false;
  if (!hostMatches(host!.toLowerCase(), url.hostname.toLowerCase())) return false;
  if (port === "*") return true;
  return port === undefined ? scheme === undefined || url.port === "" : effectivePort(url) === port;
}

function hostMatches(pattern: string, host: string): boolean {
  if (pattern === "*") return true;
  if (!pattern.includes("*")) return pattern === host;
  const source = pattern.split("*").map(escapeRegExp).join("[^/]*");
  return new RegExp(`^${source}$`).test(host);
}

const escapeRegExp = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, "\\$&");

const effectivePort = (url: URL) => url.port || (url.protocol === "https:" ? "443" : "80");

export type OriginVerdict = "allowed" | "blocked" | "off-allowlist";

/** The blocklist wins over the allowlist; an empty allowlist allows everything. Blank and data pages are nobody's origin. */
export function judgeOrigin(url: URL, allowed: readonly string[], blocked: readonly string[]): OriginVerdict {
  if (url.protocol === "about:" || url.protocol === "data:" || url.protocol === "blob:") return "allowed";
  if (blocked.some((pattern) => originMatches(pattern, url))) return "blocked";
  if (allowed.length === 0 || allowed.some((pattern) => originMatches(pattern, url))) return "allowed";
  return "off-allowlist";
}
