import type { SeeApi } from "./api.ts";
import { elementOfRef } from "./elements.ts";

export const linkTargets: SeeApi["linkTargets"] = ({ refs }) =>
  refs.map((ref) => {
    const element = elementOfRef(ref);
    return element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement ? element.href || null : null;
  });
