import path from "node:path";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";

const MAX_NAME = 120;

const endings: Record<string, string> = {
  "application/javascript": ".js",
  "application/json": ".json",
  "application/pdf": ".pdf",
  "audio/mpeg": ".mp3",
  "font/otf": ".otf",
  "font/ttf": ".ttf",
  "font/woff": ".woff",
  "font/woff2": ".woff2",
  "image/avif": ".avif",
  "image/gif": ".gif",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/svg+xml": ".svg",
  "image/webp": ".webp",
  "image/x-icon": ".ico",
  "image/vnd.microsoft.icon": ".ico",
  "text/css": ".css",
  "text/html": ".html",
  "text/javascript": ".js",
  "text/plain": ".txt",
  "video/mp4": ".mp4",
  "video/webm": ".webm",
};

/** What a file of that type is usually called; empty for types that nobody knows. */
const endingOf = (mime: string): string => endings[mime.toLowerCase()] ?? "";

/** The type that a name's ending tells of. */
export const typeOfName = (name: string): string => Object.entries(endings).find(([, ending]) => name.toLowerCase().endsWith(ending))?.[0] ?? "";

/** Names for files that come from the web: of their address, cleaned, each of them once. */
export class AssetNames {
  readonly #taken = new Set<string>();
  readonly #isTaken: (name: string) => boolean;

  /** @param isTaken whether there is something of that name already */
  constructor(isTaken: (name: string) => boolean = () => false) {
    this.#isTaken = isTaken;
  }

  /** Where a name has no ending, that of its type will do. */
  nameFor(url: string, mime = ""): string {
    const given = nameInAddress(url);
    const { name: stem, ext } = path.parse(given);
    const ending = ext || endingOf(mime);
    for (let turn = 0; ; turn++) {
      const name = `${stem}${turn > 0 ? `-${turn}` : ""}${ending}`;
      // Some disks do not tell letters of either case apart.
      if (this.#taken.has(name.toLowerCase()) || this.#isTaken(name)) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

/** The last part of an address' path without what no file may have in its name. */
function nameInAddress(url: string): string {
  const last = /^(?:data|blob|about):/.test(url) || !URL.canParse(url) ? "" : (new URL(url).pathname.split("/").at(-1) ?? "");
  const decoded = unlessMalformed(() => decodeURIComponent(last), last);
  const name = decoded.replaceAll(/[/\\:*?"<>|%#]|\p{Cc}/gu, "").replace(/^[.\s]+/, "").replace(/[.\s]+$/, "");
  const { name: stem, ext } = path.parse(name);
  return `${stem.slice(0, MAX_NAME - 20)}${ext.slice(0, 20)}` || "asset";
}
