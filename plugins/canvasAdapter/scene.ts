/** What the adapters of canvas applications have in common: one way to speak of shapes, whichever application draws them. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In the application's own world, whose unit and origin `View` relates to the screen. */
export interface Shape extends Box {
  id: string;
  kind: string;
  text?: string;
  /** Of an arrow or a line: the shapes that it is tied to. */
  from?: string;
  to?: string;
  selected?: true;
  locked?: true;
}

/** `screen = (world + pan) * zoom + origin`, screen being the frame's viewport in CSS pixels. */
export interface View {
  zoom: number;
  panX: number;
  panY: number;
  originX: number;
  originY: number;
  width: number;
  height: number;
}

export interface Scene {
  shapes: Shape[];
  view: View;
}

export interface NewShape extends Partial<Box> {
  kind: "rectangle" | "ellipse" | "diamond" | "text" | "arrow" | "line";
  key?: string | undefined;
  text?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  stroke?: string | undefined;
  fill?: string | undefined;
}

/** What is asked of an application, by one function that runs in its page. */
export type AppRequest =
  | { op: "read" }
  | { op: "create"; shapes: NewShape[] }
  | { op: "select"; ids: string[] }
  | { op: "move"; ids: string[]; dx: number; dy: number }
  | { op: "export"; format: "png" | "svg" | "json"; ids: string[] | undefined; canvasId: string }
  | { op: "clear"; canvasId: string };

export interface AppRefusal {
  code: string;
  message: string;
  hint?: string;
}

/** With `created`, ids in the order in which the shapes were given; with `text`, what was exported. */
export type AppAnswer = { scene: Scene; created?: string[] } | { text: string } | { pictured: true } | { done: true } | { refused: AppRefusal };

export function onScreen({ x, y, width, height }: Box, { zoom, panX, panY, originX, originY }: View): Box {
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x: round((x + panX) * zoom + originX), y: round((y + panY) * zoom + originY), width: round(width * zoom), height: round(height * zoom) };
}

export function isInView(screen: Box, { originX, originY, width, height }: View): boolean {
  return screen.x < originX + width && screen.y < originY + height && screen.x + screen.width > originX && screen.y + screen.height > originY;
}
