import type { StateApi } from "./api.ts";

export const cookieText: StateApi["cookieText"] = () => {
  try {
    return document.cookie;
  } catch {
    // A document without an origin may not look.
    return "";
  }
};
