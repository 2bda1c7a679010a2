import { DroverError } from "../../protocol/errors.ts";

/** What a person types for an address: without a scheme it is a host, and one that starts with `/`, `.`, `?` or `#` is on the current site. */
export function parseUrl(given: string, current: string): URL {
  const source = /^view-source:(.*)$/i.exec(given)?.[1];
  if (source !== undefined) return new URL(`view-source:${parseUrl(source, current).href}`);
  const base = /^https?:/.test(current) ? current : undefined;
  if (!base && /^[./?#]/.test(given))
    throw new DroverError("bad-input", `"${given}" starts at the current page, which has no address to start at`, {
      hint: "Pass a whole URL, or navigate to the site first.",
    });
  // What has a scheme and cannot be read is no host either: "http://" is not one named "http".
  const isHost = !/^\s*(https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(given);
  for (const candidate of isHost ? [given, `http://${given}`] : [given]) {
    if (candidate === given && !/^[a-z][a-z0-9+.-]*:/i.test(given) && !(base && /^[./?#]/.test(given))) continue;
    // "localhost:3000" parses as the scheme "localhost:": a port is meant.
    if (candidate === given && /^[a-z0-9.-]+:\d+(\/|$)/i.test(given)) continue;
    if (URL.canParse(candidate, base)) return new URL(candidate, base);
  }
  throw new DroverError("bad-input", `"${given}" is not a URL`, { hint: "Example: https://example.com/" });
}
