import type { SeeApi } from "./api.ts";
import { count, describe, locator } from "./describe.ts";
import { find } from "./find.ts";
import { ownFrameIndex } from "./frames.ts";
import { snapshot } from "./snapshot.ts";

export const see: SeeApi = {
  ping: () => "pong",
  describe,
  count,
  find,
  framePlace: ownFrameIndex,
  locator,
  snapshot,
};
