import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";

/**
 * Takes out of captured traffic what identifies or authorises somebody: query, fragment, user and password, and path
 * segments that look like tokens or identities. What is left says which endpoint was asked and is safe to share.
 */

const HIDDEN = "…";

/** Names of built files carry hashes that are nobody's secret. */
const codeFile = /\.(?:[cm]?[jt]sx?|css|map|wasm|vue|svelte|woff2?|ttf|otf|eot)$/i;

export function redactUrl(url: string): string {
  const data = /^data:([^;,]*)/i.exec(url);
  if (data) return `data:${data[1]},${HIDDEN}`;
  if (/^blob:/i.test(url)) return `blob:${redactUrl(url.slice(5))}`;
  if (/^(?:mailto|tel|sms|javascript):/i.test(url)) return `${url.slice(0, url.indexOf(":") + 1)}${HIDDEN}`;
  const parts = /^([a-z][a-z0-9+.-]*:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url);
  if (!parts) return HIDDEN;
  const [, scheme = "", authority = "", path = "", query = "", fragment = ""] = parts;
  return (
    scheme +
    authority.replace(/^\/\/.*@/, "//") +
    path.split("/").map(redactSegment).join("/") +
    (query.length > 1 ? `?${HIDDEN}` : query) +
    (fragment.length > 1 ? `#${HIDDEN}` : fragment)
  );
}

function redactSegment(segment: string): string {
  if (codeFile.test(segment)) return segment;
  const [, name = "", parameters = ""] = /^([^;]*)(;.*)?$/s.exec(segment) ?? [];
  const extension = /\.[a-z]{2,5}$/i.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - extension.length);
  const shown = looksSecret(name) || looksSecret(stem) ? HIDDEN + (looksSecret(stem) ? extension : "") : name;
  return shown + (parameters && `;${HIDDEN}`);
}

const shapes = [
  /@[^@]+\.[a-z]{2,}$/i, // an e-mail address
  /^\+?\d{9,}$/, // a telephone or account number
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, // a UUID
  /^(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i,
  /^[0-9a-f]{32,}$/i,
  /^ey[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?$/, // a JSON web token
  /^(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abp]|AKIA|ya29)[_.-]?[\w-]{12,}$/,
];

function looksSecret(segment: string): boolean {
  const text = decoded(segment);
  return shapes.some((shape) => shape.test(text)) || looksRandom(text);
}

/** Long, of mixed case with digits, and changing between them all the time: nobody wrote it, a generator did. */
function looksRandom(text: string): boolean {
  if (text.length < 20 || !/^[\w+=~.-]+$/.test(text)) return false;
  const kinds = [...text].map((char) => (/\d/.test(char) ? "digit" : /[A-Z]/.test(char) ? "upper" : /[a-z]/.test(char) ? "lower" : "other"));
  const digits = kinds.filter((kind) => kind === "digit").length;
  const letters = kinds.filter((kind) => kind === "upper" || kind === "lower").length;
  if (digits < 2 || letters < 2) return false;
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1] && kind !== "other").length;
  return changes / text.length > 0.3;
}

function decoded(segment: string): string {
  return unlessMalformed(() => decodeURIComponent(segment), segment);
}

const urlInText = /\b(?:blob:)?(?:https?|wss?|ftp):\/\/[^\s"'`<>\\^{|}]+|\bdata:[\w.+-]+\/[\w.+-]+[;,][^\s"'`<>\\^{|})]+/gi;

/** Redacts every URL inside a text; what follows it (a line and column, a bracket, a full stop) stays. */
export function redactUrlsIn(text: string): string {
  return text.replaceAll(urlInText, (found) => {
    const after = /(?::\d+:\d+)?[)\].,;:!?]*$/.exec(found)?.[0] ?? "";
    return redactUrl(found.slice(0, found.length - after.length)) + after;
  });
}

/** Redacts every URL in a piece of a result, however deep it lies. */
export function redactTraffic<T>(value: T): T {
  return redacted(value) as T;
}

function redacted(value: unknown): unknown {
  if (typeof value === "string") return redactUrlsIn(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redactUrlsIn(key), redacted(item)]));
}
