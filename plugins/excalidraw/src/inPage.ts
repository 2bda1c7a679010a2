import type { AppAnswer, AppRequest, Box, NewShape, Scene, Shape } from "../../canvasAdapter/scene.ts";

/**
 * Speaks to Excalidraw in its page, and is sent there as text: everything it uses is in it. Excalidraw tells its API only to the page that embeds it,
 * so its component is found where React keeps it; what is used of it are the members behind that API.
 */
export async function excalidrawInPage(request: AppRequest): Promise<AppAnswer> {
  interface Binding {
    elementId: string;
    focus: number;
    gap: number;
  }
  interface Element extends Box {
    id: string;
    type: string;
    angle: number;
    version: number;
    isDeleted: boolean;
    locked: boolean;
    boundElements: { id: string; type: string }[] | null;
    groupIds: string[];
    text?: string;
    originalText?: string;
    containerId?: string | null;
    points?: [number, number][];
    startBinding?: Binding | null;
    endBinding?: Binding | null;
    elbowed?: boolean;
  }
  interface AppState {
    scrollX: number;
    scrollY: number;
    zoom: { value: number };
    offsetLeft: number;
    offsetTop: number;
    width: number;
    height: number;
    selectedElementIds: Record<string, boolean>;
    viewBackgroundColor: string;
    viewModeEnabled: boolean;
    currentItemFontFamily: number;
    currentItemFontSize: number;
    currentItemStrokeColor: string;
    currentItemBackgroundColor: string;
    currentItemRoughness: number;
  }
  interface App {
    state: AppState;
    files: Record<string, unknown>;
    scene: { getNonDeletedElements(): readonly Element[]; getElementsIncludingDeleted(): readonly Element[] };
    updateScene(change: { elements?: readonly Element[]; captureUpdate?: "IMMEDIATELY" }): void;
    setState(state: Partial<AppState> & { selectedGroupIds?: object }, done: () => void): void;
    onExportImage(type: "clipboard" | "clipboard-svg", elements: readonly Element[], options: { exportingFrame: null }): Promise<void>;
  }
  interface Fiber {
    stateNode?: Partial<App> | null;
    return?: Fiber | null;
  }

  const refuse = (code: string, message: string, hint?: string): AppAnswer => ({ refused: { code, message, ...(hint !== undefined && { hint }) } });

  const findApp = (): App | undefined => {
    for (const place of document.querySelectorAll(".excalidraw")) {
      const key = Object.keys(place).find((each) => each.startsWith("__reactFiber$") || each.startsWith("__reactInternalInstance$"));
      for (let fiber = (key === undefined ? undefined : Reflect.get(place, key)) as Fiber | undefined; fiber; fiber = fiber.return ?? undefined)
        if (fiber.stateNode?.scene && fiber.stateNode.updateScene) return fiber.stateNode as App;
    }
    return undefined;
  };

  const app = findApp();
  if (!app) return refuse("not-on-page", "there is no Excalidraw on this page", "Open a page with Excalidraw and wait until it is drawn; where it is in a frame, name that frame.");
  const elements = () => app.scene.getNonDeletedElements();
  const random = () => Math.floor(Math.random() * 2 ** 31);
  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"[byte & 63]).join("");
  const kindOf = (type: string): string => (type === "freedraw" ? "draw" : type);

  const boxOf = (element: Element): Box => {
    const { points, angle } = element;
    const xs = points?.map(([x]) => x) ?? [0, element.width];
    const ys = points?.map(([, y]) => y) ?? [0, element.height];
    const [left, right, top, bottom] = [Math.min(...xs) + element.x, Math.max(...xs) + element.x, Math.min(...ys) + element.y, Math.max(...ys) + element.y];
    if (!angle) return { x: left, y: top, width: right - left, height: bottom - top };
    const [cx, cy] = [(left + right) / 2, (top + bottom) / 2];
    const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
    const [width, height] = [(right - left) * cos + (bottom - top) * sin, (right - left) * sin + (bottom - top) * cos];
    return { x: cx - width / 2, y: cy - height / 2, width, height };
  };

  const read = (): Scene => {
    const all = elements();
    const labels = new Map(all.flatMap((element) => (element.containerId ? [[element.containerId, element.originalText ?? element.text ?? ""] as const] : [])));
    const there = new Set(all.map(({ id }) => id));
    const shapes = all.flatMap((element): Shape[] => {
      if (element.containerId && there.has(element.containerId)) return [];
      const text = element.originalText ?? element.text ?? labels.get(element.id);
      return [
        {
          id: element.id,
          kind: kindOf(element.type),
          ...boxOf(element),
          ...(text && { text }),
          ...(element.startBinding && { from: element.startBinding.elementId }),
          ...(element.endBinding && { to: element.endBinding.elementId }),
          ...(app.state.selectedElementIds[element.id] && { selected: true as const }),
          ...(element.locked && { locked: true as const }),
        },
      ];
    });
    const { scrollX, scrollY, zoom, offsetLeft, offsetTop, width, height } = app.state;
    return { shapes, view: { zoom: zoom.value, panX: scrollX, panY: scrollY, originX: offsetLeft, originY: offsetTop, width, height } };
  };

  const stateSet = (state: Partial<AppState> & { selectedGroupIds?: object }) => new Promise<void>((resolve) => app.setState(state, resolve));
  /** What changed and what is new, as one step of the application's undo. */
  const commit = async (changed: Element[]) => {
    const byId = new Map(changed.map((element) => [element.id, element]));
    const all = app.scene.getElementsIncludingDeleted();
    const known = new Set(all.map(({ id }) => id));
    app.updateScene({ elements: [...all.map((element) => byId.get(element.id) ?? element), ...changed.filter(({ id }) => !known.has(id))], captureUpdate: "IMMEDIATELY" });
    await stateSet({});
  };
  const changedTo = (element: Element, change: Partial<Element>): Element => Object.assign({ ...element }, change, { version: element.version + 1, versionNonce: random(), updated: Date.now() });
  const missing = (ids: readonly string[]): string | undefined => {
    const there = new Set(elements().map(({ id }) => id));
    return ids.find((id) => !there.has(id));
  };
  const noShape = (id: string) => refuse("not-found", `there is no shape ${id}`, "list and find give the ids there are.");

  const fonts: Record<number, string> = { 1: "Virgil", 2: "Helvetica", 3: "Cascadia", 5: "Excalifont", 6: "Nunito", 7: "Lilita One", 8: "Comic Shanns" };
  const LINE_HEIGHT = 1.25;
  const PADDING = 5;
  const pen = document.createElement("canvas").getContext("2d");
  const useFont = async (): Promise<void> => {
    const font = `${app.state.currentItemFontSize}px ${fonts[app.state.currentItemFontFamily] ?? "Excalifont"}, sans-serif`;
    // A drawing without its font is measured with the next best one.
    await document.fonts.load(font).catch(() => []);
    if (pen) pen.font = font;
  };
  const widthOf = (line: string): number => pen?.measureText(line).width ?? line.length * 10;
  const wrapped = (text: string, most: number): string =>
    text
      .split("\n")
      .map((line) => {
        const lines: string[] = [];
        for (const word of line.split(" ")) {
          const last = lines.at(-1);
          if (last !== undefined && widthOf(`${last} ${word}`) <= most) lines[lines.length - 1] = `${last} ${word}`;
          else lines.push(word);
        }
        return lines.join("\n");
      })
      .join("\n");

  const plain = (type: string, box: Box, { stroke, fill }: NewShape): Element =>
    Object.assign({
      id: newId(),
      type,
      ...box,
      angle: 0,
      strokeColor: stroke ?? app.state.currentItemStrokeColor,
      backgroundColor: type === "text" ? "transparent" : (fill ?? app.state.currentItemBackgroundColor),
      fillStyle: "solid",
      strokeWidth: 2,
      strokeStyle: "solid",
      roughness: app.state.currentItemRoughness,
      opacity: 100,
      groupIds: [],
      frameId: null,
      index: null,
      roundness: type === "rectangle" ? { type: 3 } : type === "diamond" || type === "arrow" || type === "line" ? { type: 2 } : null,
      seed: random(),
      version: 1,
      versionNonce: random(),
      isDeleted: false,
      boundElements: [],
      updated: Date.now(),
      link: null,
      locked: false,
    });

  const textElement = (text: string, shown: string, place: { cx?: number; cy?: number; x?: number; y?: number }, wish: NewShape, containerId: string | null): Element => {
    const size = app.state.currentItemFontSize;
    const lines = shown.split("\n");
    const [width, height] = [Math.max(...lines.map(widthOf)), lines.length * size * LINE_HEIGHT];
    const box = { x: place.x ?? (place.cx ?? 0) - width / 2, y: place.y ?? (place.cy ?? 0) - height / 2, width, height };
    return Object.assign(plain("text", box, wish), {
      text: shown,
      originalText: text,
      fontSize: size,
      fontFamily: app.state.currentItemFontFamily,
      textAlign: containerId ? "center" : "left",
      verticalAlign: containerId ? "middle" : "top",
      containerId,
      autoResize: true,
      lineHeight: LINE_HEIGHT,
    });
  };

  const GAP = 6;
  const middleOf = (element: Element) => ({ x: element.x + element.width / 2, y: element.y + element.height / 2 });
  /** Where a line from a shape's middle towards a point leaves it. */
  const edgeOf = (element: Element, towards: { x: number; y: number }): { x: number; y: number } => {
    const middle = middleOf(element);
    const [dx, dy] = [towards.x - middle.x, towards.y - middle.y];
    const length = Math.hypot(dx, dy);
    if (length === 0) return middle;
    const [halfWidth, halfHeight] = [element.width / 2, element.height / 2];
    const part =
      element.type === "ellipse"
        ? 1 / Math.hypot(dx / halfWidth, dy / halfHeight)
        : element.type === "diamond"
          ? 1 / (Math.abs(dx) / halfWidth + Math.abs(dy) / halfHeight)
          : Math.min(dx === 0 ? Infinity : halfWidth / Math.abs(dx), dy === 0 ? Infinity : halfHeight / Math.abs(dy));
    const reach = Math.min(1, part + GAP / length);
    return { x: middle.x + dx * reach, y: middle.y + dy * reach };
  };
  /** A straight line between two shapes, or a place where there is none. */
  const route = (source: Element | undefined, target: Element | undefined, looseStart: { x: number; y: number }, looseEnd: { x: number; y: number }) => {
    const start = source ? edgeOf(source, target ? middleOf(target) : looseEnd) : looseStart;
    const end = target ? edgeOf(target, source ? middleOf(source) : looseStart) : looseEnd;
    const points: [number, number][] = [[0, 0], [end.x - start.x, end.y - start.y]];
    return { x: start.x, y: start.y, width: Math.abs(end.x - start.x), height: Math.abs(end.y - start.y), points };
  };

  const create = async (wishes: NewShape[]): Promise<AppAnswer> => {
    await useFont();
    const made = new Map<string, Element>();
    const keys = new Map<string, string>();
    const created: string[] = [];
    const put = (element: Element) => made.set(element.id, element);
    const named = (name: string): Element | undefined => {
      const id = keys.get(name) ?? name;
      return made.get(id) ?? elements().find((element) => element.id === id);
    };
    const tie = (element: Element, id: string, type: string) => put(changedTo(element, { boundElements: [...(element.boundElements ?? []), { id, type }] }));
    /** Boxes first, so that an arrow may be given before what it leads to. */
    const order = wishes.map((wish, index) => ({ wish, index })).toSorted((a, b) => Number(["arrow", "line"].includes(a.wish.kind)) - Number(["arrow", "line"].includes(b.wish.kind)));
    for (const { wish, index } of order) {
      const { kind, x = 0, y = 0, width, height, text, key, from, to } = wish;
      let element: Element;
      if (kind === "text") element = textElement(text ?? "", text ?? "", { x, y }, wish, null);
      else if (kind === "arrow" || kind === "line") {
        const [source, target] = [from === undefined ? undefined : named(from), to === undefined ? undefined : named(to)];
        if (from !== undefined && !source) return noShape(from);
        if (to !== undefined && !target) return noShape(to);
        const line = route(source, target, { x, y }, { x: x + (width ?? 100), y: y + (height ?? 0) });
        const binding = (bound: Element | undefined): Binding | null => (bound ? { elementId: bound.id, focus: 0, gap: GAP } : null);
        const ties = { startBinding: binding(source), endBinding: binding(target) };
        element = Object.assign(plain(kind, { x: 0, y: 0, width: 0, height: 0 }, wish), line, ties, { lastCommittedPoint: null, startArrowhead: null, endArrowhead: kind === "arrow" ? "arrow" : null, ...(kind === "arrow" && { elbowed: false }), ...(kind === "line" && { polygon: false }) });
        // The end may be tied to the same shape as the start.
        if (source) tie(named(source.id) ?? source, element.id, "arrow");
        if (target && target.id !== source?.id) tie(named(target.id) ?? target, element.id, "arrow");
      } else element = plain(kind, { x, y, width: width ?? 160, height: height ?? 80 }, wish);
      put(element);
      created[index] = element.id;
      if (key !== undefined) keys.set(key, element.id);
      if (text && kind !== "text") {
        const linear = element.points !== undefined;
        const inside = linear ? Infinity : (kind === "diamond" ? element.width / 2 : kind === "ellipse" ? element.width * Math.SQRT1_2 : element.width) - 2 * PADDING;
        const shown = wrapped(text, inside);
        const middle = linear ? { cx: boxOf(element).x + boxOf(element).width / 2, cy: boxOf(element).y + boxOf(element).height / 2 } : { cx: middleOf(element).x, cy: middleOf(element).y };
        const label = textElement(text, shown, middle, { ...wish, stroke: wish.stroke }, element.id);
        put(label);
        tie(named(element.id) ?? element, label.id, "text");
      }
    }
    await commit([...made.values()]);
    return { scene: read(), created };
  };

  const move = async (ids: string[], dx: number, dy: number): Promise<AppAnswer> => {
    const gone = missing(ids);
    if (gone !== undefined) return noShape(gone);
    const moving = new Set(ids);
    const all = elements();
    const moved = new Map<string, Element>();
    for (const element of all) if (moving.has(element.id) || (element.containerId && moving.has(element.containerId))) moved.set(element.id, changedTo(element, { x: element.x + dx, y: element.y + dy }));
    const now = (id: string): Element | undefined => moved.get(id) ?? all.find((element) => element.id === id);
    for (const element of all) {
      const { points, startBinding, endBinding } = element;
      const follows = [startBinding, endBinding].some((binding) => binding && moving.has(binding.elementId));
      if (!points || !follows || moving.has(element.id) || element.elbowed) continue;
      const [firstX, firstY] = points[0] ?? [0, 0];
      const [lastX, lastY] = points.at(-1) ?? [0, 0];
      const [source, target] = [startBinding ? now(startBinding.elementId) : undefined, endBinding ? now(endBinding.elementId) : undefined];
      const routed = changedTo(element, route(source, target, { x: element.x + firstX, y: element.y + firstY }, { x: element.x + lastX, y: element.y + lastY }));
      moved.set(element.id, routed);
      const label = all.find(({ containerId }) => containerId === element.id);
      const { x, y, width, height } = boxOf(routed);
      if (label) moved.set(label.id, changedTo(label, { x: x + (width - label.width) / 2, y: y + (height - label.height) / 2 }));
    }
    await commit([...moved.values()]);
    return { scene: read() };
  };

  /** Excalidraw exports to the clipboard, which is held out to it here and not touched. */
  const exported = async <T>(type: "clipboard" | "clipboard-svg", wanted: readonly Element[], taken: (take: (value: T) => void) => object): Promise<T | undefined> => {
    let value: T | undefined;
    const clipboard = taken((given) => {
      value = given;
    });
    const own = Object.getOwnPropertyDescriptor(navigator, "clipboard");
    Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
    try {
      await app.onExportImage(type, wanted, { exportingFrame: null });
    } finally {
      if (own) Object.defineProperty(navigator, "clipboard", own);
      else Reflect.deleteProperty(navigator, "clipboard");
    }
    return value;
  };

  const exportShapes = async (format: "png" | "svg" | "json", ids: string[] | undefined, canvasId: string): Promise<AppAnswer> => {
    const gone = ids && missing(ids);
    if (gone !== undefined) return noShape(gone);
    const wanted = ids ? elements().filter(({ id, containerId }) => ids.includes(id) || (containerId && ids.includes(containerId))) : elements();
    if (wanted.length === 0) return refuse("empty", "there is nothing to export: the drawing is empty");
    const { viewBackgroundColor } = app.state;
    if (format === "json") return { text: JSON.stringify({ type: "excalidraw", version: 2, source: location.origin, elements: wanted, appState: { viewBackgroundColor }, files: app.files }) };
    if (format === "svg") {
      const text = await exported<string>("clipboard-svg", wanted, (take) => ({ writeText: async (svg: string) => take(svg) }));
      return text === undefined ? refuse("export-failed", "Excalidraw exported nothing") : { text };
    }
    const picture = await exported<Promise<Blob>>("clipboard", wanted, (take) => ({ write: async ([item]: ClipboardItem[]) => item && take(item.getType("image/png")) }));
    if (!picture) return refuse("export-failed", "Excalidraw exported nothing");
    const bitmap = await createImageBitmap(await picture);
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { id: canvasId, width: bitmap.width, height: bitmap.height, hidden: true });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    document.body.append(canvas);
    return { pictured: true };
  };

  switch (request.op) {
    case "read":
      return { scene: read() };
    case "create":
      return app.state.viewModeEnabled ? refuse("read-only", "this drawing is shown for viewing only") : create(request.shapes);
    case "select": {
      const gone = missing(request.ids);
      if (gone !== undefined) return noShape(gone);
      await stateSet({ selectedElementIds: Object.fromEntries(request.ids.map((id) => [id, true])), selectedGroupIds: {} });
      return { scene: read() };
    }
    case "move":
      return app.state.viewModeEnabled ? refuse("read-only", "this drawing is shown for viewing only") : move(request.ids, request.dx, request.dy);
    case "export":
      return exportShapes(request.format, request.ids, request.canvasId);
    case "clear":
      document.querySelector(`#${request.canvasId}`)?.remove();
      return { done: true };
  }
}
