import type { ActApi } from "./api.ts";

export const act: ActApi = {};
