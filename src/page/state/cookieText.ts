import * as dom from "../dom.ts";
import type { StateApi } from "./api.ts";

export const cookieText: StateApi["cookieText"] = () => {
  try {
    return dom.cookie(document);
  } catch {
    // A document without an origin may not look.
    return "";
  }
};
