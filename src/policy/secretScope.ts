import { originMatches, parseOriginPattern } from "./originPolicy.ts";

/** Where a secret may go: `app.example.com` (and what is below it), `https://app.example.com`, `localhost:3000`, with or without the beginning of a path. */
export interface SecretScope {
  patterns: readonly string[];
  path: string;
}

/** Undefined when it names no origin. */
export function parseScope(text: string): SecretScope | undefined {
  const [, origin = "", path = ""] = /^((?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*)([^?#]*)$/i.exec(text.trim()) ?? [];
  if (!parseOriginPattern(origin)) return undefined;
  const below = /^[^:/*]+\.[^:/*]+(?::\d+)?$/.test(origin) && !isAddress(origin) ? [`*.${origin}`] : [];
  return { patterns: [origin, ...below], path: path === "/" ? "" : path };
}

/** Whether a document of that origin, at that path, may have it. Opaque origins ("null") are nobody's. */
export function inScope({ patterns, path }: SecretScope, place: { origin: string; path: string }): boolean {
  if (!URL.canParse(place.origin)) return false;
  const url = new URL(place.origin);
  return patterns.some((pattern) => originMatches(pattern, url)) && place.path.startsWith(path);
}

const isAddress = (host: string): boolean => /^[\d.]+(?::\d+)?$/.test(host);
