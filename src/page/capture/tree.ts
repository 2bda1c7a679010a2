/** Writes a tree of nodes as markup that gives the same picture again without scripts. */
import * as dom from "../dom.ts";
import { frameIndexOf } from "../see/frames.ts";
import { isPassword } from "../see/value.ts";
import { absolute, writeAttributes } from "./attributes.ts";
import { Composer, escapeText, escapeValue } from "./composer.ts";
import { pictureOf } from "./drawing.ts";
import { adoptedText, styleText } from "./sheets.ts";

const voids = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const raw = new Set("style script xmp iframe noembed noframes plaintext noscript".split(" "));

/** What a parser leaves in a document's head. */
const headed = new Set("base link meta noscript script style template title".split(" "));

/** Told of the element that was asked for, in an export of it. */
export const MARK = "data-drover-element";

/** Nothing of an archive runs: what scripts did is in it already. */
export const STILL = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'none'; connect-src 'none'">`;

/** Of what links lead to, these are loaded and drawn; the others would only be asked for in vain. */
const keptLinks = /(?:^|\s)(?:stylesheet|icon|apple-touch-icon|mask-icon)(?:\s|$)/i;
const keptMetas = /^(?:viewport|color-scheme|theme-color|description|author|generator|application-name)$/i;

export class TreeWriter {
  readonly out: Composer;
  readonly missing: string[] = [];
  readonly #frames: boolean;
  readonly #marked: Element | undefined;
  /** Sheets that scripts made come last in the cascade: after those in the body, when there are any. */
  readonly #adoptedIn = dom.querySelector(document, "body :is(style,link[rel~=stylesheet])") ? "html" : "head";

  /**
   * @param frames whether what is in frames is captured, too
   * @param marked gets an attribute that the page itself does not see
   */
  constructor({ frames, marked, maxCharacters }: { frames: boolean; marked?: Element; maxCharacters: number }) {
    this.out = new Composer(maxCharacters);
    this.#frames = frames;
    this.#marked = marked;
  }

  /** Without calling itself: scripts make trees that are deeper than a stack. */
  write(root: Node): void {
    const waiting: (Node | string)[] = [root];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next === "string") this.out.write(next);
      else for (const each of this.#open(next).toReversed()) waiting.push(each);
    }
  }

  /** Writes the beginning of a node and gives what comes after it. */
  #open(node: Node): (Node | string)[] {
    if (dom.parentNode(node) === dom.head(document) && endsHead(node)) return [];
    if (node instanceof Text) {
      const around = dom.parentElement(node);
      const parent = around ? dom.localName(around) : "";
      this.out.write(raw.has(parent) ? rawText(node.data, parent) : escapeText(node.data));
      return [];
    }
    if (node instanceof Comment) {
      this.out.write(`<!--${node.data.replaceAll("-->", "--&gt;")}-->`);
      return [];
    }
    if (node instanceof DocumentType) {
      this.out.write(node.publicId ? `<!DOCTYPE ${node.name} PUBLIC "${node.publicId}" "${node.systemId}">` : `<!DOCTYPE ${node.name}>`);
      return [];
    }
    if (node instanceof Element) return this.#openElement(node);
    return [...dom.childNodes(node)];
  }

  #openElement(element: Element): (Node | string)[] {
    const tag = dom.localName(element);
    if (tag === "base" || (tag === "meta" && isGone(element as HTMLMetaElement))) return [];
    if (tag === "link") return this.#link(element as HTMLLinkElement);
    if (element instanceof HTMLStyleElement || element instanceof SVGStyleElement) return this.#style(element);
    this.out.write(`<${tag}`);
    this.#ownAttributes(element);
    this.out.write(element === this.#marked ? ` ${MARK}>` : ">");
    if (tag === "head") this.out.write(STILL);
    if (voids.has(tag) && dom.namespaceURI(element) === "http://www.w3.org/1999/xhtml") return [];
    const end = `</${tag}>`;
    if (element instanceof HTMLTemplateElement) return [element.content, end];
    if (element instanceof HTMLTextAreaElement) return [`\n${escapeText(element.value)}${end}`];
    if (tag === "iframe") return [end];
    const shadow = dom.shadowRoot(element);
    // The parser takes a newline away at the beginning of these.
    const newline = (tag === "pre" || tag === "listing") && element.firstChild instanceof Text && element.firstChild.data.startsWith("\n") ? ["\n"] : [];
    return [...(shadow ? this.#shadow(shadow) : []), ...newline, ...dom.childNodes(element), ...(tag === this.#adoptedIn ? [adoptedOf(document)] : []), end];
  }

  #shadow(root: ShadowRoot): (Node | string)[] {
    return [shadowStart(root), ...root.childNodes, adoptedOf(root), "</template>"];
  }

  #style(style: HTMLStyleElement | SVGStyleElement): [] {
    this.out.write(`<${style.localName}`);
    writeAttributes(style, this.out);
    this.out.write(">");
    this.out.leave({ css: styleText(style), base: style.baseURI, within: "element" });
    this.out.write(`</${style.localName}>`);
    return [];
  }

  #link(link: HTMLLinkElement): [] {
    const url = link.hasAttribute("href") ? absolute(link.getAttribute("href") ?? "", link) : undefined;
    if (url === undefined || !keptLinks.test(link.rel)) return [];
    if (/(?:^|\s)stylesheet(?:\s|$)/i.test(link.rel)) {
      if (!link.sheet || link.sheet.disabled) return [];
      const attributes = ["media", "class", "id", "title"].flatMap((name) => (link.hasAttribute(name) ? ` ${name}="${escapeValue(link.getAttribute(name) ?? "")}"` : []));
      this.out.leave({ sheet: url, attributes: attributes.join("") });
      return [];
    }
    this.out.write("<link");
    writeAttributes(link, this.out, { omit: ["href"] });
    this.out.write(' href="');
    this.out.leave({ url, kind: "image" });
    this.out.write('">');
    return [];
  }

  #ownAttributes(element: Element): void {
    if (element instanceof HTMLInputElement) return this.#input(element);
    if (element instanceof HTMLOptionElement) return this.#flag(element, "selected", element.selected);
    if (element instanceof HTMLCanvasElement) return this.#canvas(element);
    if (element instanceof HTMLVideoElement) return this.#video(element);
    if (element instanceof HTMLScriptElement || element instanceof SVGScriptElement) return this.#script(element);
    writeAttributes(element, this.out, { frames: this.#frames });
    if (element instanceof HTMLIFrameElement && this.#frames) {
      const { x, y, width, height } = element.getBoundingClientRect();
      this.out.leave({ frame: { index: frameIndexOf(element), box: { x, y, width, height }, src: element.src } });
    }
  }

  #flag(element: Element, name: string, on: boolean): void {
    writeAttributes(element, this.out, { omit: [name] });
    if (on) this.out.write(` ${name}=""`);
  }

  /** Firefox runs scripts that are files of the disk whatever the markup's policy says; none runs that is said to be text. */
  #script(script: HTMLScriptElement | SVGScriptElement): void {
    if (!["src", "href", "xlink:href"].some((name) => script.hasAttribute(name))) return writeAttributes(script, this.out);
    writeAttributes(script, this.out, { omit: ["type"] });
    this.out.write(' type="text/plain"');
  }

  /** A password's dots are seen, not the password. */
  #input(input: HTMLInputElement): void {
    if (input.type === "checkbox" || input.type === "radio") return this.#flag(input, "checked", input.checked);
    const value = isPassword(input) ? "•".repeat(input.value.length) : input.value;
    // A button without words is one that says so.
    const hasValue = input.type !== "file" && input.type !== "image" && (value !== "" || input.hasAttribute("value"));
    writeAttributes(input, this.out, { omit: ["value"] });
    if (hasValue) this.out.write(` value="${escapeValue(value)}"`);
  }

  /** It stays a canvas to the page's style, with what was drawn on it behind. */
  #canvas(canvas: HTMLCanvasElement): void {
    const picture = pictureOf(canvas);
    if (picture === "unreadable") this.missing.push(`<canvas${canvas.id && ` id="${canvas.id}"`}> with another origin's picture on it`);
    if (typeof picture === "string") return writeAttributes(canvas, this.out);
    const style = canvas.getAttribute("style")?.trim() ?? "";
    writeAttributes(canvas, this.out, { omit: ["style"] });
    this.out.write(' style="');
    if (style) this.#css(`${style}${style.endsWith(";") ? "" : ";"}`);
    this.out.write("background-image:url(&quot;");
    this.out.leave({ url: picture.url, kind: "image" });
    this.out.write("&quot;)");
    // The background that it has itself shows through.
    const own = getComputedStyle(canvas);
    const behind = own.backgroundImage !== "none";
    const both = (drawn: string, below: string) => (behind ? `${drawn},${below}` : drawn);
    if (behind) this.#css(`,${own.backgroundImage}`);
    const places = { origin: both("content-box", own.backgroundOrigin), clip: both("border-box", own.backgroundClip), position: both("0 0", own.backgroundPosition), size: both("100% 100%", own.backgroundSize), repeat: both("no-repeat", own.backgroundRepeat) };
    this.out.write(`!important;${Object.entries(places).map(([name, value]) => `background-${name}:${escapeValue(value)}!important`).join(";")}"`);
  }

  #css(css: string): void {
    this.out.leave({ css, base: dom.baseURI(document), within: "attribute" });
  }

  #video(video: HTMLVideoElement): void {
    const still = video.readyState >= 2 ? pictureOf(video) : "empty";
    if (typeof still === "string") return writeAttributes(video, this.out);
    writeAttributes(video, this.out, { omit: ["poster"] });
    this.out.write(' poster="');
    this.out.leave({ url: still.url, kind: "image" });
    this.out.write('"');
  }
}

export const shadowStart = (root: ShadowRoot): string => `<template shadowrootmode="${root.mode}"${root.delegatesFocus ? " shadowrootdelegatesfocus" : ""}>`;

const adoptedOf = (root: Document | ShadowRoot): Node | string => {
  const text = adoptedText(root);
  if (!text) return "";
  const style = dom.createElement(document, "style");
  style.textContent = text;
  return style;
};

/** Scripts put anything there, and it is not drawn; a parser would end the head at it, and the body would begin with what is left. */
const endsHead = (node: Node): boolean => (node instanceof Element ? !headed.has(dom.localName(node)) : node instanceof Text && node.data.trim() !== "");

function isGone(meta: HTMLMetaElement): boolean {
  if (meta.hasAttribute("charset")) return true;
  return meta.httpEquiv !== "" || !(meta.name === "" || keptMetas.test(meta.name) || meta.hasAttribute("property"));
}

/** Raw text ends where its element's end stands in it. */
const rawText = (text: string, tag: string): string => text.replaceAll(new RegExp(`</(?=${tag})`, "gi"), "<\\/");
