import type { EngineFrame } from "../engine/port.ts";
import type { PageApi } from "../page/api.ts";
import type { RefGrant, RefsGiven } from "../page/see/api.ts";
import { isDroverError } from "../protocol/errors.ts";
import type { SessionPage } from "./sessionPage.ts";

/** Page code that may hand out refs. */
type ReadingName = {
  [K in keyof PageApi]: PageApi[K] extends (arg: infer A) => infer R
    ? A extends RefGrant
      ? Awaited<R> extends RefsGiven
        ? K
        : never
      : never
    : never;
}[keyof PageApi];

type ReadingArg<K extends ReadingName> = Omit<Parameters<PageApi[K]>[0], keyof RefGrant>;

/** How often a reading starts anew when the page navigates under it. */
const ATTEMPTS = 3;

export interface ReadingOptions {
  attempts?: number;
}

/** Calls page code that may hand out refs, and remembers the refs it gave. */
export function readFrame<K extends ReadingName>(
  page: SessionPage,
  frame: EngineFrame,
  name: K,
  arg: ReadingArg<K>,
  { attempts = ATTEMPTS }: ReadingOptions = {},
): Promise<Awaited<ReturnType<PageApi[K]>>> {
  const { refs, config, parts } = page.session;
  return refs.inTurn(async (): Promise<Awaited<ReturnType<PageApi[K]>>> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const grant: RefGrant = { nextRef: refs.next, testAttributes: config.testAttributes, listenersKey: parts.asks.key };
        const result: Awaited<ReturnType<PageApi[K]>> = await frame.ask(name, { ...arg, ...grant } as Parameters<
          PageApi[K]
        >[0]);
        const { minted, nextRef } = result as RefsGiven;
        refs.record(page.id, frame.id, minted, nextRef);
        return result;
      } catch (thrown) {
        if (!isDroverError(thrown) || thrown.code !== "context-gone" || attempt === attempts) throw thrown;
      }
    }
  });
}
