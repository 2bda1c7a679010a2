/** One element with what its looks depend on: style of the whole page, and the elements around it as empty shells. */
import * as dom from "../dom.ts";
import { documentRoot, searchRoots } from "../see/composed.ts";
import type { CapturedDocument } from "./api.ts";
import { writeAttributes } from "./attributes.ts";
import { escapeValue } from "./composer.ts";
import { definesElements } from "./document.ts";
import { drawnUrls, loadedUrls } from "./loaded.ts";
import { adoptedText } from "./sheets.ts";
import { MARK, shadowStart, STILL, TreeWriter } from "./tree.ts";

/** A shell has no box, but those which tables are made of must keep theirs. */
const tableParts = /^table|^inline-table$/;

export function captureElement(element: Element, maxCharacters: number): CapturedDocument {
  const writer = new TreeWriter({ frames: false, marked: element, maxCharacters });
  const { out } = writer;
  const around = shellsAround(element);
  const html = documentRoot();
  const body = dom.body(document) as HTMLElement | null;
  out.write("<!DOCTYPE html>\n<html");
  writeAttributes(html, out, { omit: ["style"] });
  out.write(`><head>${STILL}<title>${escapeValue(dom.title(document))}</title>`);
  writeSheets(writer, document);
  const own = `<style>${standing(element, around)}</style>`;
  out.write(`${own}</head><body`);
  if (body) writeAttributes(body, out, { omit: ["style"] });
  out.write(">\n");
  const chain = [...around, element];
  around.forEach((shell, at) => openShell(writer, shell, chain[at + 1], own));
  writer.write(element);
  for (const shell of around.toReversed()) closeShell(writer, shell, element);
  out.write("\n</body></html>\n");
  const inside = searchRoots(element).flatMap((root) => (root instanceof Element ? [root, ...dom.querySelectorAll(root, "*")] : [...dom.querySelectorAll(root, "*")]));
  return {
    url: location.href,
    pieces: out.finish(),
    loaded: loadedUrls(),
    drawn: drawnUrls([html, ...(body ? [body] : []), ...inside]),
    missing: writer.missing,
    definesElements: definesElements(),
    closedFrames: inside.filter((each) => dom.localName(each) === "iframe").length,
  };
}

const SHELL = "data-drover-shell";

/** The elements and shadow roots that an element is in, outermost first, without html and body. */
function shellsAround(element: Element): (Element | ShadowRoot)[] {
  const shells: (Element | ShadowRoot)[] = [];
  for (let at: Node | null = dom.parentNode(element); at; at = at instanceof ShadowRoot ? at.host : dom.parentNode(at))
    if (at instanceof ShadowRoot || (at instanceof Element && at !== dom.body(document) && at !== dom.documentElement(document))) shells.unshift(at);
  return shells;
}

/** @param inner what comes next on the way to the element; `own` is its style, which has to be in its own root */
function openShell(writer: TreeWriter, shell: Element | ShadowRoot, inner: Node | undefined, own: string): void {
  const { out } = writer;
  if (shell instanceof ShadowRoot) {
    out.write(shadowStart(shell));
    writeSheets(writer, shell);
    return out.write(own);
  }
  out.write(`<${dom.localName(shell)} ${SHELL}`);
  writeAttributes(shell, out, { omit: ["style"] });
  const contents = tableParts.test(getComputedStyle(shell).display) ? "" : "display:contents!important";
  out.write(` style="${escapeValue([dom.getAttribute(shell, "style"), contents].filter(Boolean).join(";"))}">`);
  const shadow = dom.shadowRoot(shell);
  if (!shadow || inner instanceof ShadowRoot) return;
  // The element is in a slot of this one, whose style reaches it.
  out.write(shadowStart(shadow));
  writeSheets(writer, shadow);
  const slot = inner instanceof Element ? dom.slot(inner) : "";
  out.write(`<slot${slot && ` name="${escapeValue(slot)}"`}></slot></template>`);
}

/** What the element's slots show is outside of its shadow root. */
function closeShell(writer: TreeWriter, shell: Element | ShadowRoot, element: Element): void {
  if (shell instanceof Element) return writer.out.write(`</${dom.localName(shell)}>`);
  writer.out.write("</template>");
  if (shell !== dom.getRootNode(element)) return;
  for (const slot of dom.querySelectorAll<HTMLSlotElement>(element, "slot")) for (const node of slot.assignedNodes()) writer.write(node);
}

/** Every sheet of a document or a shadow root, in their order. */
function writeSheets(writer: TreeWriter, root: Document | ShadowRoot): void {
  for (const owner of dom.querySelectorAll(root, "style,link")) writer.write(owner);
  const adopted = adoptedText(root);
  if (!adopted) return;
  writer.out.write("<style>");
  writer.out.leave({ css: adopted, base: dom.baseURI(document), within: "element" });
  writer.out.write("</style>");
}

/** The element's own size and a ground like the one that it stood on: nothing around it gives it either. */
function standing(element: Element, around: (Element | ShadowRoot)[]): string {
  const style = getComputedStyle(element);
  const { width } = dom.getBoundingClientRect(element);
  const ground = around.filter((each) => each instanceof Element).toReversed().map((each) => getComputedStyle(each).backgroundColor).find((colour) => !/^(?:transparent|rgba\(.*, 0\))$/.test(colour));
  const own = [
    "margin:0!important",
    ...(style.display.startsWith("inline") || style.display.startsWith("table-") ? [] : [`box-sizing:border-box!important;width:${width}px!important;min-width:0!important;max-width:none!important`]),
    ...(/absolute|fixed|sticky/.test(style.position) ? ["position:relative!important;inset:auto!important"] : []),
    ...(style.float === "none" ? [] : ["float:none!important"]),
  ];
  return `body{margin:0!important;padding:0!important${ground === undefined ? "" : `;background:${ground}!important`}}[${MARK}]{${own.join(";")}}`;
}
