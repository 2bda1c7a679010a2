import type { AppAnswer, AppRequest, Box, NewShape, Scene, Shape } from "../../canvasAdapter/scene.ts";

/**
 * Speaks to tldraw in its page, and is sent there as text: everything it uses is in it. The editor is tldraw's documented one; where the page
 * does not hand it out as `editor`, it is found where React keeps it.
 */
export async function tldrawInPage(request: AppRequest): Promise<AppAnswer> {
  interface TlBox {
    x: number;
    y: number;
    w: number;
    h: number;
  }
  interface TlShape {
    id: string;
    type: string;
    isLocked?: boolean;
    props: { geo?: string; arrowheadStart?: string; arrowheadEnd?: string };
  }
  interface NewTlShape {
    id: string;
    type: string;
    x: number;
    y: number;
    props: Record<string, unknown>;
  }
  interface Editor {
    getCurrentPageShapes(): TlShape[];
    getShape(id: string): TlShape | undefined;
    getShapePageBounds(shape: TlShape | string): TlBox | undefined;
    getShapeUtil(of: TlShape | string): { getText(shape: TlShape): string | undefined; getDefaultProps(): Record<string, unknown> };
    getBindingsFromShape(shape: TlShape, type: "arrow"): { toId: string; props: { terminal: "start" | "end" } }[];
    getSelectedShapeIds(): string[];
    setSelectedShapes(ids: string[]): void;
    markHistoryStoppingPoint?(name: string): void;
    mark?(name: string): void;
    createShapes(shapes: NewTlShape[]): void;
    createBindings(bindings: { type: "arrow"; fromId: string; toId: string; props: object }[]): void;
    run?(work: () => void): void;
    nudgeShapes(ids: string[], by: { x: number; y: number }): void;
    getCamera(): { x: number; y: number; z: number };
    getViewportScreenBounds(): TlBox;
    getIsReadonly(): boolean;
    getSvgString(ids: string[]): Promise<{ svg: string } | undefined>;
    toImage(ids: string[], options: { format: "png"; background: boolean; padding: number }): Promise<{ blob: Blob }>;
    getContentFromCurrentPage(ids: string[]): object | undefined;
  }
  interface Fiber {
    memoizedProps?: { value?: unknown } | null;
    return?: Fiber | null;
  }

  const refuse = (code: string, message: string, hint?: string): AppAnswer => ({ refused: { code, message, ...(hint !== undefined && { hint }) } });
  const isEditor = (value: unknown): value is Editor => typeof value === "object" && value !== null && "getCurrentPageShapes" in value && "getShapePageBounds" in value;

  const findEditor = (): Editor | undefined => {
    for (const name of ["editor", "app"]) {
      const handedOut: unknown = Reflect.get(window, name);
      if (isEditor(handedOut)) return handedOut;
    }
    for (const place of document.querySelectorAll(".tl-canvas, .tl-container")) {
      const key = Object.keys(place).find((each) => each.startsWith("__reactFiber$"));
      for (let fiber = (key === undefined ? undefined : Reflect.get(place, key)) as Fiber | undefined; fiber; fiber = fiber.return ?? undefined)
        if (isEditor(fiber.memoizedProps?.value)) return fiber.memoizedProps.value;
    }
    return undefined;
  };

  const editor = findEditor();
  if (!editor) return refuse("not-on-page", "there is no tldraw on this page", "Open a page with tldraw and wait until it is drawn; where it is in a frame, name that frame.");
  const noShape = (id: string) => refuse("not-found", `there is no shape ${id}`, "list and find give the ids there are.");
  const missing = (ids: readonly string[]): string | undefined => ids.find((id) => !editor.getShape(id));
  const textOf = (shape: TlShape): string => editor.getShapeUtil(shape).getText(shape)?.trim() ?? "";
  const boxOf = (shape: TlShape | string): Box => {
    const { x, y, w, h } = editor.getShapePageBounds(shape) ?? { x: 0, y: 0, w: 0, h: 0 };
    return { x, y, width: w, height: h };
  };
  const kindOf = ({ type, props }: TlShape): string => {
    if (type === "geo") return props.geo ?? type;
    return type === "arrow" && props.arrowheadStart === "none" && props.arrowheadEnd === "none" ? "line" : type;
  };

  const read = (): Scene => {
    const selected = new Set(editor.getSelectedShapeIds());
    const shapes = editor.getCurrentPageShapes().map((shape): Shape => {
      const ties = shape.type === "arrow" ? editor.getBindingsFromShape(shape, "arrow") : [];
      const tied = (terminal: "start" | "end") => ties.find(({ props }) => props.terminal === terminal)?.toId;
      const [text, from, to] = [textOf(shape), tied("start"), tied("end")];
      return { id: shape.id, kind: kindOf(shape), ...boxOf(shape), ...(text && { text }), ...(from && { from }), ...(to && { to }), ...(selected.has(shape.id) && { selected: true as const }), ...(shape.isLocked && { locked: true as const }) };
    });
    const { x, y, z } = editor.getCamera();
    const screen = editor.getViewportScreenBounds();
    return { shapes, view: { zoom: z, panX: x, panY: y, originX: screen.x, originY: screen.y, width: screen.w, height: screen.h } };
  };

  const colours = ["black", "grey", "light-violet", "violet", "blue", "light-blue", "yellow", "orange", "green", "light-green", "light-red", "red", "white"];
  const newId = () => `shape:${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("").slice(0, 21)}`;
  /** Older versions have plain text. */
  const textProps = (type: string, text: string | undefined): object => {
    if (!text) return {};
    if (!("richText" in editor.getShapeUtil(type).getDefaultProps())) return { text };
    return { richText: { type: "doc", content: text.split("\n").map((line) => ({ type: "paragraph", content: line ? [{ type: "text", text: line }] : [] })) } };
  };
  const asOneStep = (work: () => void): void => {
    if (editor.markHistoryStoppingPoint) editor.markHistoryStoppingPoint("drover");
    else editor.mark?.("drover");
    if (editor.run) editor.run(work);
    else work();
  };

  const create = (wishes: NewShape[]): AppAnswer => {
    const ids = wishes.map(newId);
    const byKey = new Map(wishes.flatMap(({ key }, index) => (key === undefined ? [] : [[key, ids[index] ?? ""] as const])));
    const named = (name: string | undefined): string | undefined => (name === undefined ? undefined : (byKey.get(name) ?? name));
    for (const { from, to, stroke, fill } of wishes) {
      for (const name of [from, to]) if (name !== undefined && !byKey.has(name) && !editor.getShape(name)) return noShape(name);
      for (const colour of [stroke, fill]) if (colour !== undefined && !colours.includes(colour)) return refuse("bad-input", `tldraw has no colour "${colour}"`, `Colours: ${colours.join(", ")}.`);
    }
    const made = wishes.map(({ kind, x = 0, y = 0, width, height, text, stroke, fill }, index): NewTlShape => {
      const look = { ...((fill ?? stroke) !== undefined && { color: fill ?? stroke }) };
      const at = { id: ids[index] ?? newId(), x, y };
      if (kind === "text") return { ...at, type: "text", props: { ...look, ...textProps("text", text) } };
      if (kind === "arrow" || kind === "line")
        return { ...at, type: "arrow", props: { ...look, ...textProps("arrow", text), start: { x: 0, y: 0 }, end: { x: width ?? 100, y: height ?? 0 }, ...(kind === "line" && { arrowheadStart: "none", arrowheadEnd: "none" }) } };
      return { ...at, type: "geo", props: { ...look, ...textProps("geo", text), geo: kind, w: width ?? 160, h: height ?? 80, ...(fill !== undefined && { fill: "solid" }) } };
    });
    const ties = wishes.flatMap(({ from, to }, index) =>
      ([["start", named(from)], ["end", named(to)]] as const).flatMap(([terminal, toId]) =>
        toId === undefined ? [] : [{ type: "arrow" as const, fromId: ids[index] ?? "", toId, props: { terminal, normalizedAnchor: { x: 0.5, y: 0.5 }, isExact: false, isPrecise: false } }],
      ),
    );
    asOneStep(() => {
      editor.createShapes(made);
      if (ties.length > 0) editor.createBindings(ties);
    });
    return { scene: read(), created: ids };
  };

  const exportShapes = async (format: "png" | "svg" | "json", wanted: string[] | undefined, canvasId: string): Promise<AppAnswer> => {
    const gone = wanted && missing(wanted);
    if (gone !== undefined) return noShape(gone);
    const ids = wanted ?? editor.getCurrentPageShapes().map(({ id }) => id);
    if (ids.length === 0) return refuse("empty", "there is nothing to export: the drawing is empty");
    if (format === "json") return { text: JSON.stringify(editor.getContentFromCurrentPage(ids)) };
    if (format === "svg") {
      const exported = await editor.getSvgString(ids);
      return exported ? { text: exported.svg } : refuse("export-failed", "tldraw exported nothing");
    }
    const { blob } = await editor.toImage(ids, { format: "png", background: true, padding: 32 });
    const bitmap = await createImageBitmap(blob);
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { id: canvasId, width: bitmap.width, height: bitmap.height, hidden: true });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    document.body.append(canvas);
    return { pictured: true };
  };

  const readOnly = () => refuse("read-only", "this drawing is shown for viewing only");
  switch (request.op) {
    case "read":
      return { scene: read() };
    case "create":
      return editor.getIsReadonly() ? readOnly() : create(request.shapes);
    case "select": {
      const gone = missing(request.ids);
      if (gone !== undefined) return noShape(gone);
      editor.setSelectedShapes(request.ids);
      return { scene: read() };
    }
    case "move": {
      const { ids, dx, dy } = request;
      const gone = missing(ids);
      if (gone !== undefined) return noShape(gone);
      if (editor.getIsReadonly()) return readOnly();
      asOneStep(() => editor.nudgeShapes(ids, { x: dx, y: dy }));
      return { scene: read() };
    }
    case "export":
      return exportShapes(request.format, request.ids, request.canvasId);
    case "clear":
      document.querySelector(`#${request.canvasId}`)?.remove();
      return { done: true };
  }
}
