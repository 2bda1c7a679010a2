interface Span {
  from: number;
  to: number;
}

const MAX_SPANS = 100;
/** What an action set off may start its last request a little after the action's end. */
const AFTERMATH_MS = 300;

/** When actions ran on a page: what the page asks for at other times, it asks for by itself. */
export class ActionSpans {
  readonly #spans: Span[] = [];

  push(span: Span): void {
    this.#spans.push(span);
    if (this.#spans.length > MAX_SPANS) this.#spans.shift();
  }

  covers(time: number): boolean {
    return this.#spans.some(({ from, to }) => time >= from && time <= to + AFTERMATH_MS);
  }
}
