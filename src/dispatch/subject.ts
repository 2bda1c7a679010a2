/** Arguments that say what a call is about. What is typed, sent or run is not among them: it may be nobody's business. */
const telling = ["ref", "selector", "named", "coords", "url", "urlPattern", "key", "keys", "query", "requestId", "tool", "name", "path", "page", "to"];

const MAX_LENGTH = 120;

/** What a call is about, in a few words: `ref=e12`, `url=https://example.com`. */
export function subjectOf(given: Record<string, unknown>): string {
  const words = telling.flatMap((name) => (given[name] === undefined ? [] : [`${name}=${short(given[name])}`]));
  const text = words.join(" ");
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}

const short = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
