/** One element with what its looks depend on: style of the whole page, and the elements around it as empty shells. */
import { searchRoots } from "../see/composed.ts";
import type { CapturedDocument } from "./api.ts";
import { writeAttributes } from "./attributes.ts";
import { escapeValue } from "./composer.ts";
import { definesElements } from "./document.ts";
import { drawnUrls, loadedUrls } from "./loaded.ts";
import { adoptedText } from "./sheets.ts";
import { MARK, shadowStart, STILL, TreeWriter } from "./tree.ts";

/** A shell has no box, but those which tables are made of must keep theirs. */
const tableParts = /^table|^inline-table$/;

export function captureElement(element: Element): CapturedDocument {
  const writer = new TreeWriter({ frames: false, marked: element });
  const { out } = writer;
  const around = shellsAround(element);
  const { documentElement: html, body } = document as { documentElement: Element; body: HTMLElement | null };
  out.write("<!DOCTYPE html>\n<html");
  writeAttributes(html, out, { omit: ["style"] });
  out.write(`><head>${STILL}<title>${escapeValue(document.title)}</title>`);
  writeSheets(writer, document);
  out.write(`<style>${standing(element, around)}</style></head><body`);
  if (body) writeAttributes(body, out, { omit: ["style"] });
  out.write(">\n");
  const ends = around.map((shell) => writeShell(writer, shell)).toReversed();
  writer.write(element);
  out.write(`${ends.join("")}\n</body></html>\n`);
  const inside = searchRoots(element).flatMap((root) => (root instanceof Element ? [root, ...root.querySelectorAll("*")] : [...root.querySelectorAll("*")]));
  return {
    url: location.href,
    pieces: out.finish(),
    loaded: loadedUrls(),
    drawn: drawnUrls([html, ...(body ? [body] : []), ...inside]),
    missing: writer.missing,
    definesElements: definesElements(),
    closedFrames: inside.filter(({ localName }) => localName === "iframe").length,
  };
}

const SHELL = "data-drover-shell";

/** The elements and shadow roots that an element is in, outermost first, without html and body. */
function shellsAround(element: Element): (Element | ShadowRoot)[] {
  const shells: (Element | ShadowRoot)[] = [];
  for (let at: Node | null = element.parentNode; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at instanceof ShadowRoot || (at instanceof Element && at !== document.body && at !== document.documentElement)) shells.unshift(at);
  return shells;
}

function writeShell(writer: TreeWriter, shell: Element | ShadowRoot): string {
  const { out } = writer;
  if (shell instanceof ShadowRoot) {
    out.write(shadowStart(shell));
    writeSheets(writer, shell);
    return "</template>";
  }
  out.write(`<${shell.localName} ${SHELL}`);
  writeAttributes(shell, out, { omit: ["style", "id"] });
  const inherited = shell.getAttribute("style");
  const id = shell.id ? ` id="${escapeValue(shell.id)}"` : "";
  const contents = tableParts.test(getComputedStyle(shell).display) ? "" : "display:contents!important";
  out.write(`${id} style="${escapeValue([inherited, contents].filter(Boolean).join(";"))}">`);
  return `</${shell.localName}>`;
}

/** Every sheet of a document or a shadow root, in their order. */
function writeSheets(writer: TreeWriter, root: Document | ShadowRoot): void {
  for (const owner of root.querySelectorAll("style,link")) writer.write(owner);
  const adopted = adoptedText(root);
  if (!adopted) return;
  writer.out.write("<style>");
  writer.out.leave({ css: adopted, base: document.baseURI, within: "element" });
  writer.out.write("</style>");
}

/** The element's own size and a ground like the one that it stood on: nothing around it gives it either. */
function standing(element: Element, around: (Element | ShadowRoot)[]): string {
  const style = getComputedStyle(element);
  const { width } = element.getBoundingClientRect();
  const ground = around.filter((each) => each instanceof Element).toReversed().map((each) => getComputedStyle(each).backgroundColor).find((colour) => !/^(?:transparent|rgba\(.*, 0\))$/.test(colour));
  const own = [
    "margin:0!important",
    ...(style.display.startsWith("inline") || style.display.startsWith("table-") ? [] : [`box-sizing:border-box!important;width:${width}px!important;min-width:0!important;max-width:none!important`]),
    ...(/absolute|fixed|sticky/.test(style.position) ? ["position:relative!important;inset:auto!important"] : []),
    ...(style.float === "none" ? [] : ["float:none!important"]),
  ];
  return `body{margin:0!important;padding:0!important${ground === undefined ? "" : `;background:${ground}!important`}}[${MARK}]{${own.join(";")}}`;
}
