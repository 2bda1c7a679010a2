/** What a server may be asked whether it still holds. */
export interface RememberedAnswer {
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const MAX_BYTES = 24 * 1024 * 1024;
const MAX_EACH = 4 * 1024 * 1024;

/** Answers that can be asked for again under a condition, the least used of which make room. */
export class AnswerMemory {
  readonly #answers = new Map<string, RememberedAnswer>();
  #bytes = 0;

  find(owner: string, url: string): RememberedAnswer | undefined {
    const key = keyOf(owner, url);
    const found = this.#answers.get(key);
    if (found) {
      this.#answers.delete(key);
      this.#answers.set(key, found);
    }
    return found;
  }

  keep(owner: string, url: string, answer: RememberedAnswer): void {
    const key = keyOf(owner, url);
    this.#drop(key);
    const { etag, "last-modified": modified, "cache-control": control = "", vary = "" } = answer.headers;
    if (answer.status !== 200 || (etag === undefined && modified === undefined) || /no-store/i.test(control) || vary.trim() === "*" || answer.body.length > MAX_EACH) return;
    this.#answers.set(key, answer);
    this.#bytes += answer.body.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#answers.get(key)?.body.length ?? 0;
    this.#answers.delete(key);
  }
}

const keyOf = (owner: string, url: string): string => JSON.stringify([owner, url]);
