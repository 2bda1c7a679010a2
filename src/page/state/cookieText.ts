import type { StateApi } from "./api.ts";

/** A document without an origin may not look. */
export const cookieText: StateApi["cookieText"] = () => {
  try {
    return document.cookie;
  } catch {
    return "";
  }
};
