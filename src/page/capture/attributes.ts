/** What becomes of an element's attributes: addresses are holes or whole, what is bound to the page's own origin goes. */
import * as dom from "../dom.ts";
import type { ResourceKind } from "./api.ts";
import { escapeValue, type Composer } from "./composer.ts";
import { pictureSource } from "./pictureSource.ts";

/** They say how a resource is to be asked for, which is over. */
const left = new Set(["integrity", "crossorigin", "nonce", "ping", "autoplay", "referrerpolicy", "fetchpriority"]);

const kinds: Record<string, ResourceKind> = {
  "img src": "image",
  "input src": "image",
  "image href": "image",
  "image xlink:href": "image",
  "feimage href": "image",
  "use href": "image",
  "use xlink:href": "image",
  "video poster": "image",
  "script src": "script",
  "script href": "script",
  "video src": "media",
  "audio src": "media",
  "source src": "media",
  "track src": "media",
  "embed src": "other",
  "object data": "other",
};

const backgrounds = new Set(["body", "table", "td", "th", "tr", "tbody", "thead", "tfoot"]);

/** Where a reader may go from here. */
const ways = new Set(["a href", "a xlink:href", "area href", "form action", "button formaction", "input formaction", "blockquote cite", "q cite"]);

export function writeAttributes(element: Element, out: Composer, { omit = [] as readonly string[], frames = true } = {}): void {
  const tag = dom.localName(element).toLowerCase();
  const picture = tag === "img" || tag === "source" ? pictureSource(element) : undefined;
  for (const { name, value } of dom.attributes(element)) {
    if (left.has(name) || omit.includes(name)) continue;
    if (picture && (name === "srcset" || name === "sizes" || name === "src" || name === "loading")) continue;
    writeAttribute(element, tag, name, value, out, frames);
  }
  if (!picture) return;
  if (picture.src !== undefined) writeHole(out, "src", { url: picture.src, kind: tag === "img" ? "image" : "media" });
  if (!picture.srcset) return;
  out.write(' srcset="');
  out.leave({ url: picture.srcset.url, kind: "image" });
  out.write(`${escapeValue(picture.srcset.descriptor)}"`);
  if (picture.sizes !== undefined) out.write(` sizes="${escapeValue(picture.sizes)}"`);
}

function writeAttribute(element: Element, tag: string, name: string, value: string, out: Composer, frames: boolean): void {
  const place = `${tag} ${name.toLowerCase()}`;
  if (name === "style" && /url\(|image-set\(/i.test(value)) {
    out.write(' style="');
    out.leave({ css: value, base: dom.baseURI(element), within: "attribute" });
    out.write('"');
    return;
  }
  if ((tag === "iframe" || tag === "frame") && (name === "src" || name === "srcdoc" || name === "sandbox" || name === "loading") && frames) return;
  const kind = kinds[place] ?? (name === "background" && backgrounds.has(tag) ? "image" : undefined);
  const url = kind || ways.has(place) || (tag === "iframe" && name === "src") ? absolute(value, element) : undefined;
  if (kind && url !== undefined) writeHole(out, name, { url, kind });
  else out.write(` ${name}="${escapeValue(url ?? value)}"`);
}

function writeHole(out: Composer, name: string, hole: { url: string; kind: ResourceKind }): void {
  out.write(` ${name}="`);
  out.leave(hole);
  out.write('"');
}

/** Undefined for what stays as it is: places in the document itself, scripts, what is no address. */
export function absolute(given: string, near: Element): string | undefined {
  const value = given.trim();
  if (value === "" || value.startsWith("#") || /^javascript:/i.test(value)) return undefined;
  return URL.canParse(value, dom.baseURI(near)) ? new URL(value, dom.baseURI(near)).href : undefined;
}
