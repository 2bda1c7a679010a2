import type { EnginePage } from "../../engine/port.ts";
import type { StorageArea } from "../../page/state/api.ts";

/** The page's `localStorage` (or `sessionStorage`), reached without its scripts noticing. */
export class PageStorage {
  readonly #page: EnginePage;
  readonly #area: StorageArea;

  /** @internal */
  constructor(page: EnginePage, area: StorageArea) {
    this.#page = page;
    this.#area = area;
  }

  /** Null when there is no such key. */
  async get(key: string): Promise<string | null> {
    return (await this.#page.mainFrame.ask("webStorageGet", { area: this.#area, key })).value;
  }

  async set(key: string, value: string): Promise<void> {
    await this.#page.mainFrame.ask("webStorageSet", { area: this.#area, key, value });
  }

  async list(): Promise<Record<string, string>> {
    const { entries } = await this.#page.mainFrame.ask("webStorageList", { area: this.#area });
    return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
  }

  /** False when there was no such key. */
  async remove(key: string): Promise<boolean> {
    return (await this.#page.mainFrame.ask("webStorageDelete", { area: this.#area, key })).existed;
  }

  /** How many keys there were. */
  async clear(): Promise<number> {
    return (await this.#page.mainFrame.ask("webStorageClear", { area: this.#area })).cleared;
  }
}
