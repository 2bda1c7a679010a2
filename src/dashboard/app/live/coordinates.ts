/** Where the page is drawn inside the element that shows it, in CSS pixels of the dashboard. */
export interface Stage {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The largest box of the page's shape that fits, in the middle at the top. A page that is smaller than its room is not blown up. */
export function fitted(page: Size, room: Size): Stage {
  if (page.width <= 0 || page.height <= 0 || room.width <= 0 || room.height <= 0) return { left: 0, top: 0, width: 0, height: 0 };
  const scale = Math.min(room.width / page.width, room.height / page.height, 1);
  const width = page.width * scale;
  return { left: (room.width - width) / 2, top: 0, width, height: page.height * scale };
}

/** A point on the dashboard in the page's own CSS pixels, or undefined beside the page. */
export function toPage(at: Point, stage: Stage, page: Size): Point | undefined {
  if (stage.width <= 0 || stage.height <= 0) return undefined;
  const x = ((at.x - stage.left) / stage.width) * page.width;
  const y = ((at.y - stage.top) / stage.height) * page.height;
  return x < 0 || y < 0 || x >= page.width || y >= page.height ? undefined : { x: rounded(x), y: rounded(y) };
}

/** A point that left the page while a button was held stays at its edge, as it does in a window. */
export function toPageClamped(at: Point, stage: Stage, page: Size): Point {
  const share = (value: number, start: number, length: number) => (length <= 0 ? 0 : Math.min(1, Math.max(0, (value - start) / length)));
  return {
    x: rounded(Math.min(page.width - 1, share(at.x, stage.left, stage.width) * page.width)),
    y: rounded(Math.min(page.height - 1, share(at.y, stage.top, stage.height) * page.height)),
  };
}

/** A box of the page on the dashboard. */
export function toStage(box: Point & Size, stage: Stage, page: Size): Stage {
  const scale = page.width > 0 ? stage.width / page.width : 0;
  return { left: stage.left + box.x * scale, top: stage.top + box.y * scale, width: box.width * scale, height: box.height * scale };
}

const LINE_PX = 16;

/** What a wheel turned, in the page's pixels: browsers tell lines and pages too. */
export function wheelPixels(delta: { x: number; y: number; mode: number }, page: Size): Point {
  const unit = delta.mode === 1 ? { x: LINE_PX, y: LINE_PX } : delta.mode === 2 ? { x: page.width, y: page.height } : { x: 1, y: 1 };
  return { x: delta.x * unit.x, y: delta.y * unit.y };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
