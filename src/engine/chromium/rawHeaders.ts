type Headers = Record<string, string>;

/** Names may differ in case between the two, so nothing of the old ones may stay. */
function replace(headers: Headers, raw: Headers): void {
  for (const name of Object.keys(headers)) delete headers[name];
  Object.assign(headers, raw);
}

/** What one direction of one request waits for: headers that were told first, and raw ones that came before them. */
class Lane {
  readonly #waiting: Headers[] = [];
  readonly #early: Headers[] = [];

  expect(headers: Headers): void {
    const raw = this.#early.shift();
    if (raw) replace(headers, raw);
    else this.#waiting.push(headers);
  }

  arrived(raw: Headers): void {
    const headers = this.#waiting.shift();
    if (headers) replace(headers, raw);
    else this.#early.push(raw);
  }

  /** The browser says that no raw headers will come for the hop told last. */
  giveUp(): void {
    this.#waiting.pop();
  }
}

/**
 * Chromium tells a request's headers twice: as the page sees them, and as they went over the wire, with cookies. The two
 * arrive in any order, once for each hop of a redirect; the raw ones take the place of those that were told first, in the same object.
 */
export class RawHeaders {
  readonly request = new Lane();
  readonly response = new Lane();
}
