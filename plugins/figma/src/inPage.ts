import type { AppAnswer, AppRequest, Box, NewShape, Scene, Shape } from "../../canvasAdapter/scene.ts";

/**
 * Speaks to Figma in its page, and is sent there as text: everything it uses is in it. What is used is Figma's documented plugin API, which its
 * editor gives to the page as `figma` for somebody who may edit the file. Nothing of it is there for those who only look.
 */
export async function figmaInPage(request: AppRequest): Promise<AppAnswer> {
  interface Node {
    id: string;
    type: string;
    name: string;
    locked?: boolean;
    characters?: string;
    absoluteBoundingBox: Box | null;
    x: number;
    y: number;
    fills?: unknown;
    fontName?: unknown;
    resize?(width: number, height: number): void;
    exportAsync?(options: { format: "PNG" | "SVG" | "JSON_REST_V1" }): Promise<unknown>;
    connectorStart?: { endpointNodeId?: string };
    connectorEnd?: { endpointNodeId?: string };
  }
  interface Figma {
    currentPage: { selection: readonly Node[]; children: Node[]; findAll(): Node[] };
    viewport: { zoom: number; center: { x: number; y: number } };
    createRectangle(): Node;
    createEllipse(): Node;
    createPolygon(): Node;
    createText(): Node;
    createLine(): Node;
    createConnector?(): Node;
    loadFontAsync(font: unknown): Promise<void>;
    commitUndo?(): void;
  }

  const refuse = (code: string, message: string, hint?: string): AppAnswer => ({ refused: { code, message, ...(hint !== undefined && { hint }) } });
  const isFigma = (value: unknown): value is Figma => typeof value === "object" && value !== null && "currentPage" in value && "viewport" in value;

  const found: unknown = Reflect.get(window, "figma");
  if (!isFigma(found)) {
    const atFigma = /(?:^|\.)figma\.com$/.test(location.hostname);
    return atFigma
      ? refuse("no-plugin-api", "Figma does not give its plugin API to this page", "It does so in the editor, for somebody who is logged in and may edit the file, after a plugin was run once. Until then: screenshot, canvas_capture, and a node's own address (?node-id=1-2) to go to it.")
      : refuse("not-on-page", "there is no Figma on this page", "Open a file at www.figma.com as somebody who may edit it.");
  }
  const figma = found;
  const noShape = (id: string) => refuse("not-found", `there is no node ${id} on this page of the file`, "list and find give the ids there are.");
  const all = () => figma.currentPage.findAll().filter(({ absoluteBoundingBox }) => absoluteBoundingBox !== null);
  const kinds: Record<string, string> = { CONNECTOR: "arrow", POLYGON: "diamond" };
  const kindOf = ({ type }: Node): string => kinds[type] ?? type.toLowerCase();

  const canvasBox = (): Box => {
    const { x, y, width, height } = (document.querySelector("canvas") ?? document.documentElement).getBoundingClientRect();
    return { x, y, width, height };
  };
  const read = (): Scene => {
    const selected = new Set(figma.currentPage.selection.map(({ id }) => id));
    const shapes = all().map((node): Shape => {
      const box = node.absoluteBoundingBox ?? { x: node.x, y: node.y, width: 0, height: 0 };
      const [from, to] = [node.connectorStart?.endpointNodeId, node.connectorEnd?.endpointNodeId];
      const { x, y, width, height } = box;
      return { id: node.id, kind: kindOf(node), x, y, width, height, text: node.characters ?? node.name, ...(from && { from }), ...(to && { to }), ...(selected.has(node.id) && { selected: true as const }), ...(node.locked && { locked: true as const }) };
    });
    const { zoom, center } = figma.viewport;
    const place = canvasBox();
    // The middle of what is seen is `center`.
    return { shapes, view: { zoom, panX: place.width / 2 / zoom - center.x, panY: place.height / 2 / zoom - center.y, originX: place.x, originY: place.y, width: place.width, height: place.height } };
  };
  const nodesOf = (ids: readonly string[]): Node[] | string => {
    const byId = new Map(all().map((node) => [node.id, node]));
    const gone = ids.find((id) => !byId.has(id));
    return gone ?? ids.flatMap((id) => byId.get(id) ?? []);
  };

  const paint = (colour: string | undefined): { fills?: unknown } => {
    const [, red, green, blue] = /^#(..)(..)(..)$/.exec(colour ?? "") ?? [];
    if (red === undefined || green === undefined || blue === undefined) return {};
    const part = (hex: string) => Number.parseInt(hex, 16) / 255;
    return { fills: [{ type: "SOLID", color: { r: part(red), g: part(green), b: part(blue) } }] };
  };

  const create = async (wishes: NewShape[]): Promise<AppAnswer> => {
    const tied = wishes.find(({ kind, from, to }) => (kind === "arrow" || kind === "line") && (from !== undefined || to !== undefined));
    if (tied && !figma.createConnector) return refuse("unsupported", "Figma's design files have no connectors: only FigJam's do", "Draw a line by place, or open a FigJam file.");
    const made = new Map<string, Node>();
    const created: string[] = [];
    for (const { kind, x = 0, y = 0, width = 160, height = 80, text, key, from, to, fill } of wishes) {
      const linear = kind === "arrow" || kind === "line";
      const node = kind === "text" ? figma.createText() : kind === "ellipse" ? figma.createEllipse() : kind === "diamond" ? figma.createPolygon() : linear ? (figma.createConnector?.() ?? figma.createLine()) : figma.createRectangle();
      if (kind === "text") {
        await figma.loadFontAsync(node.fontName);
        node.characters = text ?? "";
      } else if (text) node.name = text;
      if (!linear && kind !== "text") node.resize?.(width, height);
      Object.assign(node, { x, y }, paint(fill));
      const end = (name: string | undefined) => (name === undefined ? undefined : { endpointNodeId: made.get(name)?.id ?? name, magnet: "AUTO" });
      if (linear) Object.assign(node, { ...(end(from) && { connectorStart: end(from) }), ...(end(to) && { connectorEnd: end(to) }) });
      if (key !== undefined) made.set(key, node);
      created.push(node.id);
    }
    figma.commitUndo?.();
    return { scene: read(), created };
  };

  const exportNodes = async (format: "png" | "svg" | "json", ids: string[] | undefined, canvasId: string): Promise<AppAnswer> => {
    const nodes = ids ? nodesOf(ids) : figma.currentPage.children;
    if (typeof nodes === "string") return noShape(nodes);
    const [only] = nodes;
    if (!only) return refuse("empty", "there is nothing to export: the page is empty");
    if (nodes.length > 1) return refuse("bad-input", "Figma exports one node at a time", "Pass the id of one: a frame holds everything in it.");
    if (!only.exportAsync) return refuse("unsupported", `a ${only.type} cannot be exported`);
    if (format === "json") return { text: JSON.stringify(await only.exportAsync({ format: "JSON_REST_V1" })) };
    const bytes = (await only.exportAsync({ format: format === "svg" ? "SVG" : "PNG" })) as Uint8Array<ArrayBuffer>;
    if (format === "svg") return { text: new TextDecoder().decode(bytes) };
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
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
      return create(request.shapes);
    case "select": {
      const nodes = nodesOf(request.ids);
      if (typeof nodes === "string") return noShape(nodes);
      figma.currentPage.selection = nodes;
      return { scene: read() };
    }
    case "move": {
      const nodes = nodesOf(request.ids);
      if (typeof nodes === "string") return noShape(nodes);
      for (const node of nodes) Object.assign(node, { x: node.x + request.dx, y: node.y + request.dy });
      figma.commitUndo?.();
      return { scene: read() };
    }
    case "export":
      return exportNodes(request.format, request.ids, request.canvasId);
    case "clear":
      document.querySelector(`#${request.canvasId}`)?.remove();
      return { done: true };
  }
}
