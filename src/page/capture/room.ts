/** How much of a document is taken. What is too long ends as a text does that grows too long for the browser. */
export class Room {
  readonly #maxCharacters: number;
  #left: number;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
    this.#left = maxCharacters;
  }

  take(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new RangeError(`its markup alone has more than ${Math.floor(this.#maxCharacters)} characters`);
  }
}
