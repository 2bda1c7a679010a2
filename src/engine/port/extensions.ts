import type { EnginePage } from "../port.ts";

/** Extensions of a browser's own profile: they see all of its pages, and none of other contexts. */
export interface EngineExtensions {
  /**
   * Loads what is in a folder into the running browser, or loads it again. Resolves with the browser's id of it, or with nothing where the browser takes
   * none while it runs; refuses with the browser's own words.
   */
  load(folder: string): Promise<string | undefined>;
  unload(id: string): Promise<void>;
  /** Chromium only: those that the browser has now, which may be fewer or more than were loaded by whoever asks; undefined where it does not tell. */
  present?(): Promise<{ id: string; enabled: boolean }[] | undefined>;
  /** Chromium only: whether the browser has this one, told or not. */
  serves?(id: string): Promise<boolean>;
  /** Chromium only: the beginning of the addresses of its pages. */
  address?(id: string): string;
  /** Chromium only: presses its button in the toolbar, over that page. Resolves with the popup that came of it; one that is expected is awaited. */
  pressButton?(id: string, page: EnginePage, expected: boolean): Promise<EnginePage | undefined>;
}
