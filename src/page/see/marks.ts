/** Numbered boxes painted over the page for a picture, and taken away again. */
import * as dom from "../dom.ts";
import type { Box } from "../api.ts";
import type { SeeApi } from "./api.ts";

const colours = ["#d90429", "#0353a4", "#0a7d32", "#9a3412", "#6d28d9", "#be185d", "#0f766e", "#854d0e"];
const LABEL_HEIGHT = 16;
/** Drawn around the element, not over it. */
const BORDER = 2;

let host: HTMLElement | undefined;

export function paintedBox(style: Record<string, string | number>): HTMLElement {
  const element = dom.createElement(document, "div");
  // Set through CSSOM: a page's content security policy forbids style attributes.
  element.style.setProperty("all", "initial", "important");
  element.style.setProperty("pointer-events", "none", "important");
  for (const [name, value] of Object.entries(style))
    element.style.setProperty(name, typeof value === "number" ? `${value}px` : value, "important");
  return element;
}

/** Over the whole viewport, and not in the way of the pointer. */
export const paintedLayer = (): HTMLElement =>
  paintedBox({
    position: "fixed",
    inset: "0",
    width: "100%",
    height: "100%",
    margin: 0,
    padding: 0,
    border: "none",
    background: "transparent",
    overflow: "hidden",
    "z-index": "2147483647",
    display: "block",
  });

export function showLayer(layer: HTMLElement): void {
  dom.append(dom.documentElement(document), layer);
  // The top layer is above dialogs and full-screen elements, which no z-index is.
  layer.popover = "manual";
  layer.showPopover();
}

/** Above the box when there is room, else inside it; never over a label that is already there. */
function placeLabel(at: Box, width: number, taken: Box[]): { x: number; y: number } {
  const x = Math.min(Math.max(0, at.x), innerWidth - width);
  const places = [at.y - LABEL_HEIGHT - BORDER, at.y + at.height + BORDER, at.y, at.y + at.height - LABEL_HEIGHT].filter(
    (y) => y >= 0 && y + LABEL_HEIGHT <= innerHeight,
  );
  const free = places.find(
    (y) =>
      !taken.some(
        (other) => x < other.x + other.width && x + width > other.x && y < other.y + other.height && y + LABEL_HEIGHT > other.y,
      ),
  );
  const y = free ?? places[0] ?? Math.max(0, at.y);
  taken.push({ x, y, width, height: LABEL_HEIGHT });
  return { x, y };
}

export const paintMarks: SeeApi["paintMarks"] = ({ marks }) => {
  clearMarks(null);
  host = paintedLayer();
  const shadow = host.attachShadow({ mode: "closed" });
  const taken: Box[] = [];
  for (const [index, mark] of marks.entries()) {
    const colour = colours[index % colours.length] ?? "#d90429";
    const frame = paintedBox({
      position: "absolute",
      left: mark.box.x - BORDER,
      top: mark.box.y - BORDER,
      width: mark.box.width + 2 * BORDER,
      height: mark.box.height + 2 * BORDER,
      "box-sizing": "border-box",
      border: `${BORDER}px solid ${colour}`,
      outline: "1px solid #fff",
      "box-shadow": "0 0 0 2px rgba(0,0,0,.6)",
      display: "block",
    });
    const width = Math.ceil(mark.label.length * 7.3) + 8;
    const { x, y } = placeLabel(mark.box, width, taken);
    const label = paintedBox({
      position: "absolute",
      left: x,
      top: y,
      width,
      height: LABEL_HEIGHT,
      "box-sizing": "border-box",
      background: colour,
      color: "#fff",
      font: `bold 12px/14px monospace`,
      "text-align": "center",
      border: "1px solid #fff",
      outline: "1px solid rgba(0,0,0,.7)",
      "white-space": "pre",
      display: "block",
      overflow: "hidden",
    });
    label.textContent = mark.label;
    shadow.append(frame, label);
  }
  showLayer(host);
};

export const clearMarks: SeeApi["clearMarks"] = () => {
  host?.remove();
  host = undefined;
};
