import type { Protocol } from "devtools-protocol";

/** Chromium calls a page without a title by its address, as its tab shows it. */
export function titleOf({ title, url }: Pick<Protocol.Target.TargetInfo, "title" | "url">): string {
  const shown = url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return title === url || title.replace(/\/$/, "") === shown ? "" : title;
}
