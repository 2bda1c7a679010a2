import type { SeeApi } from "./api.ts";
import { frameIndexOf } from "./frames.ts";
import { focusedElement } from "./state.ts";

/** Whose this document really is: a blank one is its opener's or its parent's, a sandboxed one nobody's. */
export const documentPlace: SeeApi["documentPlace"] = () => ({ origin: window.origin, path: location.pathname });

export const focusedFrame: SeeApi["focusedFrame"] = () => {
  const focused = focusedElement();
  return focused instanceof HTMLIFrameElement ? { inFrame: true, index: frameIndexOf(focused) } : { inFrame: false };
};
