import type { SeeApi } from "./api.ts";
import { count, describe } from "./describe.ts";

export const see: SeeApi = {
  ping: () => "pong",
  describe,
  count,
};
