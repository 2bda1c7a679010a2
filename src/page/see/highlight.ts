/** Boxes that stay around elements of the page, wherever these go, until they are taken away. */
import * as dom from "../dom.ts";
import type { SeeApi } from "./api.ts";
import { resolveAll } from "./elements.ts";
import { paintedBox, paintedLayer, showLayer } from "./marks.ts";

const BORDER = 3;
const MAX_ELEMENTS = 50;

let layer: { host: HTMLElement; shadow: ShadowRoot } | undefined;
const shown = new Map<Element, { frame: HTMLElement; label: HTMLElement | undefined }>();

function makeLayer(): { host: HTMLElement; shadow: ShadowRoot } {
  const host = paintedLayer();
  return { host, shadow: host.attachShadow({ mode: "closed" }) };
}

function place(element: Element, { frame, label }: { frame: HTMLElement; label: HTMLElement | undefined }): void {
  const { x, y, width, height } = dom.getBoundingClientRect(element);
  const set = (target: HTMLElement, name: string, value: number) => target.style.setProperty(name, `${value}px`, "important");
  set(frame, "left", x - BORDER);
  set(frame, "top", y - BORDER);
  set(frame, "width", width + 2 * BORDER);
  set(frame, "height", height + 2 * BORDER);
  if (!label) return;
  set(label, "left", Math.max(0, x - BORDER));
  set(label, "top", y - BORDER >= 20 ? y - BORDER - 20 : y + height + BORDER);
}

/** Runs before each frame that is drawn, for as long as something is shown: nothing tells of every way in which an element moves. */
function follow(): void {
  if (!layer) return;
  for (const [element, drawn] of shown) {
    if (dom.isConnected(element)) place(element, drawn);
    else remove(element);
  }
  if (shown.size === 0) return clearHighlights(null);
  requestAnimationFrame(follow);
}

function remove(element: Element): void {
  const drawn = shown.get(element);
  drawn?.frame.remove();
  drawn?.label?.remove();
  shown.delete(element);
}

export const highlight: SeeApi["highlight"] = ({ target, label, color }) => {
  const matches = resolveAll(target);
  const elements = matches.slice(0, MAX_ELEMENTS);
  if (elements.length === 0) return { matches: 0, shown: 0 };
  const isNew = layer === undefined;
  const { host, shadow } = (layer ??= makeLayer());
  for (const element of elements) {
    remove(element);
    const frame = paintedBox({
      position: "absolute",
      "box-sizing": "border-box",
      border: `${BORDER}px solid ${color}`,
      outline: "1px solid #fff",
      background: `color-mix(in srgb, ${color} 15%, transparent)`,
      display: "block",
    });
    const title = label === undefined ? undefined : paintedBox({ position: "absolute", height: 20, padding: "0 6px", "box-sizing": "border-box", background: color, color: "#fff", font: "bold 12px/20px system-ui, sans-serif", "white-space": "pre", display: "block" });
    title?.append(label ?? "");
    shadow.append(frame, ...(title ? [title] : []));
    shown.set(element, { frame, label: title });
    place(element, { frame, label: title });
  }
  if (!host.isConnected) showLayer(host);
  if (isNew) requestAnimationFrame(follow);
  return { matches: matches.length, shown: elements.length };
};

export const clearHighlights: SeeApi["clearHighlights"] = () => {
  layer?.host.remove();
  layer = undefined;
  shown.clear();
};
