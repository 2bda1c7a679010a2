/** Areas of image maps have no box of their own: they lie on the image that uses their map. */
import * as dom from "../dom.ts";


export function imageOfArea(element: Element): HTMLImageElement | null {
  const name = element instanceof HTMLAreaElement ? element.closest("map")?.getAttribute("name") : undefined;
  return name ? dom.querySelector<HTMLImageElement>(document, `img[usemap=${JSON.stringify(`#${name}`)}]`) : null;
}

/** The box around an area's shape; undefined for elements that are none, and for areas whose image is not shown. */
export function areaRect(element: Element): DOMRect | undefined {
  if (!(element instanceof HTMLAreaElement)) return undefined;
  const image = imageOfArea(element);
  if (!image?.checkVisibility({ visibilityProperty: true })) return undefined;
  const box = image.getBoundingClientRect();
  const scaleX = box.width / (image.offsetWidth || 1);
  const scaleY = box.height / (image.offsetHeight || 1);
  const style = getComputedStyle(image);
  const left = image.clientLeft + (parseFloat(style.paddingLeft) || 0);
  const top = image.clientTop + (parseFloat(style.paddingTop) || 0);
  const edges = edgesOf(element);
  if (!edges) return box;
  const [x1, y1, x2, y2] = edges;
  return new DOMRect(box.x + (left + x1) * scaleX, box.y + (top + y1) * scaleY, (x2 - x1) * scaleX, (y2 - y1) * scaleY);
}

function edgesOf({ shape, coords }: HTMLAreaElement): [x1: number, y1: number, x2: number, y2: number] | undefined {
  const numbers = coords.split(/[\s,;]+/).map(Number);
  if (shape === "default" || numbers.some(Number.isNaN)) return undefined;
  const [x = 0, y = 0, radius = 0] = numbers;
  if (shape.startsWith("circ")) return [x - radius, y - radius, x + radius, y + radius];
  const across = numbers.filter((_, index) => index % 2 === 0);
  const down = numbers.filter((_, index) => index % 2 === 1);
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}
