/** What tells a control without a name from its neighbours: where it leads, its icon, what a form sends it as, its class. */
import * as dom from "../dom.ts";
import { cut } from "./line.ts";

const LENGTH = 40;
const XLINK = "http://www.w3.org/1999/xlink";
/** Libraries of icons put the icon's name behind these. */
const iconClass = /(?:^|\s)((?:fa|bi|icon|mdi|ti|ri|la|glyphicon|lucide|anticon|codicon|octicon|el-icon|pi|ph|uil|bx|feather|i)-[\w-]+)/;
/** They say how large or how it turns, and not what it shows. */
const looksOnly = /^(?:fa|bi|mdi|icon|i)-(?:\d?x|lg|sm|xs|fw|spin|pulse|solid|regular|brands|light|li|ul|wrapper|container|button|btn)$/;

function iconOf(element: Element): string | undefined {
  for (const each of [element, ...dom.querySelectorAll(element, "svg, use, i, span, img, [class]")].slice(0, 8)) {
    const used = dom.localName(each) === "use" ? (dom.getAttribute(each, "href") ?? each.getAttributeNS(XLINK, "href")) : undefined;
    if (used) return used.replace(/^.*#/, "");
    const source = dom.localName(each) === "img" ? dom.getAttribute(each, "src") : undefined;
    if (source && !source.startsWith("data:")) return source.replace(/^.*\//, "").replace(/[?#].*$/, "");
    const data = dom.getAttribute(each, "data-icon") ?? dom.getAttribute(each, "data-lucide");
    if (data) return data;
    for (const found of (dom.getAttribute(each, "class") ?? "").split(/\s+/)) if (iconClass.test(found) && !looksOnly.test(found)) return found;
  }
  return undefined;
}

/** As a snapshot shows it, `["icon", "fa-trash"]`; nothing where nothing tells. */
export function tellingMark(element: Element): [kind: "href" | "icon" | "name" | "class" | "colour", value: string] | undefined {
  const href = dom.localName(element) === "a" ? dom.getAttribute(element, "href") : undefined;
  if (href && !/^(?:#|javascript:)/i.test(href)) return ["href", cut(href.replace(/^https?:\/\/[^/]+/, ""), LENGTH)];
  const icon = iconOf(element);
  if (icon) return ["icon", cut(icon, LENGTH)];
  const id = dom.getAttribute(element, "id");
  const sent = dom.matches(element, "input, select, textarea") && !id ? dom.getAttribute(element, "name") : undefined;
  if (sent) return ["name", cut(sent, LENGTH)];
  const own = (id && !/\d{3}/.test(id) ? `#${id}` : undefined) ?? dom.getAttribute(element, "class")?.trim();
  if (own) return ["class", cut(own, LENGTH)];
  const colour = element instanceof HTMLElement || element instanceof SVGElement ? dom.style(element).backgroundColor || colourOfShape(element) : undefined;
  return colour ? ["colour", colour] : undefined;
}

/** The points of a line are white with a rim in its colour. */
function colourOfShape(shape: Element): string | null {
  const fill = dom.getAttribute(shape, "fill");
  return (/^(?:#fff(?:fff)?|white)$/i.test(fill ?? "") ? dom.getAttribute(shape, "stroke") : undefined) ?? fill;
}
