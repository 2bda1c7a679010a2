import { randomBytes } from "node:crypto";
import { defineTool, ToolError, z, type EngineSupport, type PageApi, type PluginTool } from "drover/plugin";
import { isInView, onScreen, type AppAnswer, type AppRequest, type Scene, type Shape } from "./scene.ts";

/** An application that an adapter can speak to. */
export interface CanvasApp {
  namespace: string;
  /** What people call it. */
  title: string;
  engines: { chromium: EngineSupport; firefox: EngineSupport };
  /** Runs in the page, sent there as text: it may use nothing of its module. */
  inPage: (request: AppRequest) => AppAnswer | Promise<AppAnswer>;
}

const MAX_LISTED = 200;
const MAX_CREATED = 100;
/** An agent pays for every character it reads. */
const MAX_TEXT = 100_000;

const box = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };
const boxShape = z.object(box);
const shapeShape = z.object({ id: z.string(), kind: z.string(), ...box, text: z.string().optional(), from: z.string().optional(), to: z.string().optional(), selected: z.literal(true).optional(), locked: z.literal(true).optional() });
const viewShape = z.object({ zoom: z.number(), panX: z.number(), panY: z.number(), originX: z.number(), originY: z.number(), width: z.number(), height: z.number() });
const frame = z.string().optional().describe("f2: the app is in this frame");
const ids = z.array(z.string().min(1)).max(1000);
const ok = z.literal(true);

const newShape = z.object({
  kind: z.enum(["rectangle", "ellipse", "diamond", "text", "arrow", "line"]),
  x: z.number().optional(),
  y: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  text: z.string().optional(),
  key: z.string().min(1).optional().describe("a name for from and to of this call"),
  from: z.string().min(1).optional().describe("of arrow and line: id or key"),
  to: z.string().min(1).optional(),
  stroke: z.string().optional(),
  fill: z.string().optional(),
});

/** The operations that every adapter has, with the same names, inputs and answers. */
export function canvasOperations({ namespace, title, engines, inPage }: CanvasApp): PluginTool[] {
  const shared = { capability: "canvas", needs: "page", tells: "page", engines, batch: true } as const;
  const reading = { ...shared, effect: "read" } as const;
  const writing = { ...shared, effect: "write" } as const;

  const ask = async (api: PageApi, request: AppRequest, where: string | undefined): Promise<Exclude<AppAnswer, { refused: unknown }>> => {
    const answer: AppAnswer = await api.page.evaluate(inPage, request, where === undefined ? {} : { frame: where });
    if ("refused" in answer) throw new ToolError(known(answer.refused.code), answer.refused.message, answer.refused.hint, { code: answer.refused.code });
    return answer;
  };
  const sceneFrom = (answer: AppAnswer): Scene => {
    if ("scene" in answer) return answer.scene;
    throw new ToolError("internal", `${title} answered something else than its shapes`);
  };
  const read = async (api: PageApi, where: string | undefined): Promise<Scene> => sceneFrom(await ask(api, { op: "read" }, where));

  return [
    defineTool({
      ...reading,
      name: `${namespace}.list`,
      summary: `List the shapes of a ${title} drawing, with kind, place, text and what arrows connect.`,
      input: z.object({ kind: z.string().optional(), limit: z.int().min(1).max(1000).optional(), frame }),
      output: z.object({ ok, shapes: z.array(shapeShape), total: z.number(), view: viewShape }),
      examples: [{}],
      run: async (api, { kind, limit = MAX_LISTED, frame: where }) => {
        const { shapes, view } = await read(api, where);
        const wanted = shapes.filter((shape) => kind === undefined || shape.kind === kind);
        if (wanted.length > limit) api.warn(`${wanted.length - limit} more shapes are not listed: raise limit, or use ${namespace}.find.`);
        return { ok: true as const, shapes: wanted.slice(0, limit), total: wanted.length, view };
      },
    }),
    defineTool({
      ...reading,
      name: `${namespace}.find`,
      summary: `Find shapes of a ${title} drawing by text or kind, with their place on the screen.`,
      input: z.object({ text: z.string().min(1).optional().describe("a part of it, in any case"), kind: z.string().optional(), frame }),
      output: z.object({ ok, shapes: z.array(shapeShape.extend({ screen: boxShape, inView: z.boolean() })), total: z.number() }),
      examples: [{ text: "Start" }],
      cli: { positional: ["text"] },
      run: async (api, { text, kind, frame: where }) => {
        if (text === undefined && kind === undefined) throw new ToolError("bad-input", "nothing to find: text and kind are missing", `${namespace}.list gives all shapes.`);
        const { shapes, view } = await read(api, where);
        const wanted = shapes.filter((shape) => (kind === undefined || shape.kind === kind) && (text === undefined || (shape.text ?? "").toLowerCase().includes(text.toLowerCase())));
        const found = wanted.slice(0, MAX_LISTED).map((shape) => {
          const screen = onScreen(shape, view);
          return { ...shape, screen, inView: isInView(screen, view) };
        });
        return { ok: true as const, shapes: found, total: wanted.length };
      },
    }),
    defineTool({
      ...writing,
      name: `${namespace}.create`,
      summary: `Draw shapes in ${title}: boxes with text, and arrows between them by key or id.`,
      details: `Places are in the drawing's own coordinates. A shape with a \`key\` can be named by \`from\` and \`to\` of arrows and lines of the same call; shapes that are there are named by id. An arrow that is tied at both ends needs no place. One call is one step for the application's undo.`,
      input: z.object({ shapes: z.array(newShape).min(1).max(MAX_CREATED), frame }),
      output: z.object({ ok, created: z.array(z.object({ key: z.string().optional(), id: z.string(), kind: z.string() })), shapes: z.array(shapeShape) }),
      examples: [{ shapes: [{ kind: "rectangle", key: "a", x: 0, y: 0, width: 160, height: 70, text: "Start" }, { kind: "rectangle", key: "b", x: 0, y: 160, width: 160, height: 70, text: "End" }, { kind: "arrow", from: "a", to: "b" }] }],
      run: async (api, { shapes, frame: where }) => {
        checkNew(shapes);
        const answer = await ask(api, { op: "create", shapes }, where);
        const created = "created" in answer ? (answer.created ?? []) : [];
        const now = new Map(sceneFrom(answer).shapes.map((shape) => [shape.id, shape]));
        return {
          ok: true as const,
          created: shapes.map(({ key, kind }, index) => ({ ...(key !== undefined && { key }), id: created[index] ?? "", kind })),
          shapes: created.flatMap((id) => now.get(id) ?? []),
        };
      },
    }),
    defineTool({
      ...writing,
      name: `${namespace}.select`,
      summary: `Select shapes of a ${title} drawing by id; none clears the selection.`,
      input: z.object({ ids, frame }),
      output: z.object({ ok, selected: z.array(z.string()) }),
      examples: [{ ids: ["shape:1"] }],
      run: async (api, { ids: wanted, frame: where }) => {
        const { shapes } = sceneFrom(await ask(api, { op: "select", ids: wanted }, where));
        return { ok: true as const, selected: shapes.flatMap(({ id, selected }) => (selected ? id : [])) };
      },
    }),
    defineTool({
      ...writing,
      name: `${namespace}.move`,
      summary: `Move shapes of a ${title} drawing by a distance, or one of them to a place; what is tied to them follows.`,
      input: z.object({ ids: ids.min(1), dx: z.number().optional(), dy: z.number().optional(), x: z.number().optional(), y: z.number().optional(), frame }),
      output: z.object({ ok, shapes: z.array(shapeShape) }),
      examples: [{ ids: ["shape:1"], dx: 40 }, { ids: ["shape:1"], x: 0, y: 0 }],
      run: async (api, { ids: wanted, dx, dy, x, y, frame: where }) => {
        const to = x !== undefined || y !== undefined;
        if (to === (dx !== undefined || dy !== undefined)) throw new ToolError("bad-input", to ? "a place and a distance exclude each other" : "neither a place nor a distance was given", "Pass dx and dy, or x and y for one shape.");
        if (to && wanted.length > 1) throw new ToolError("bad-input", "one place is for one shape", "Pass dx and dy to move several.");
        const way = to ? wayTo(shapesNamed((await read(api, where)).shapes, wanted)[0], x, y) : { dx: dx ?? 0, dy: dy ?? 0 };
        const { shapes } = sceneFrom(await ask(api, { op: "move", ids: wanted, ...way }, where));
        return { ok: true as const, shapes: shapesNamed(shapes, wanted) };
      },
    }),
    defineTool({
      ...reading,
      name: `${namespace}.bounds`,
      summary: `Where shapes of a ${title} drawing are: in the drawing, on the screen, and all together.`,
      input: z.object({ ids: ids.optional(), frame }),
      output: z.object({ ok, bounds: z.array(z.object({ id: z.string(), world: boxShape, screen: boxShape, inView: z.boolean() })), all: z.object({ world: boxShape, screen: boxShape }).nullable() }),
      examples: [{}],
      run: async (api, { ids: wanted, frame: where }) => {
        const { shapes, view } = await read(api, where);
        const meant = wanted ? shapesNamed(shapes, wanted) : shapes;
        const bounds = meant.map(({ id, x, y, width, height }) => {
          const screen = onScreen({ x, y, width, height }, view);
          return { id, world: { x, y, width, height }, screen, inView: isInView(screen, view) };
        });
        const around = boxAround(meant);
        return { ok: true as const, bounds: bounds.slice(0, MAX_LISTED), all: around && { world: around, screen: onScreen(around, view) } };
      },
    }),
    defineTool({
      ...reading,
      name: `${namespace}.text`,
      summary: `Read the text of a ${title} drawing, shape by shape from top to bottom.`,
      input: z.object({ ids: ids.optional(), frame }),
      output: z.object({ ok, texts: z.array(z.object({ id: z.string(), kind: z.string(), text: z.string() })) }),
      examples: [{}],
      run: async (api, { ids: wanted, frame: where }) => {
        const { shapes } = await read(api, where);
        const meant = wanted ? shapesNamed(shapes, wanted) : shapes;
        const inOrder = meant.toSorted((a, b) => a.y - b.y || a.x - b.x);
        return { ok: true as const, texts: inOrder.flatMap(({ id, kind, text }) => (text ? { id, kind, text } : [])) };
      },
    }),
    defineTool({
      ...reading,
      name: `${namespace}.export`,
      summary: `Export a ${title} drawing, or some shapes of it: PNG into a file, SVG or the app's JSON as text.`,
      details: `The application itself exports. PNG goes the way of canvas_capture: into \`canvas-captures/\`, known by \`responseId\`. Texts of more than ${MAX_TEXT} characters are refused.`,
      input: z.object({ format: z.enum(["png", "svg", "json"]).optional(), ids: ids.optional(), frame }),
      output: z.object({ ok, format: z.enum(["png", "svg", "json"]), content: z.string().optional(), responseId: z.string().optional(), path: z.string().optional(), byteLength: z.number().optional(), width: z.number().optional(), height: z.number().optional() }),
      examples: [{ format: "png" }],
      run: async (api, { format = "png", ids: wanted, frame: where }) => {
        const canvasId = `drover-export-${randomBytes(6).toString("hex")}`;
        const answer = await ask(api, { op: "export", format, ids: wanted, canvasId }, where);
        if ("text" in answer) {
          if (answer.text.length > MAX_TEXT) throw new ToolError("too-large", `the ${format} has ${answer.text.length} characters; at most ${MAX_TEXT} are answered with`, 'Export fewer shapes (ids), or format "png".');
          return { ok: true as const, format, content: answer.text, byteLength: new TextEncoder().encode(answer.text).length };
        }
        try {
          return await captured(api, canvasId);
        } finally {
          await ask(api, { op: "clear", canvasId }, where);
        }
      },
    }),
  ];
}

/** Codes of Drover's own are kept; what else an application may say is a refusal. */
const known = (code: string): string => (["bad-input", "not-found", "too-large"].includes(code) ? code : "refused");

interface CapturedFile {
  responseId: string;
  path: string;
  byteLength: number;
  width: number;
  height: number;
}

async function captured(api: PageApi, canvasId: string) {
  const answer = await api.callTool<Partial<CapturedFile>>("canvas_capture", { selector: `#${canvasId}`, format: "png" });
  if (!answer.ok) throw new ToolError(String(answer.error ?? "refused"), String(answer.message ?? "the picture could not be captured"));
  const { responseId, path, byteLength, width, height } = answer;
  return { ok: true as const, format: "png" as const, responseId, path, byteLength, width, height };
}

function checkNew(shapes: z.output<typeof newShape>[]): void {
  const keys = shapes.flatMap(({ key }) => key ?? []);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new ToolError("bad-input", `two shapes have the key "${twice}"`);
  for (const [index, { kind, from, to, x, y, text }] of shapes.entries()) {
    const wrong = (message: string) => new ToolError("bad-input", `shapes.${index}: ${message}`);
    const linear = kind === "arrow" || kind === "line";
    if (!linear && (from !== undefined || to !== undefined)) throw wrong(`a ${kind} leads from nowhere to nowhere: only arrows and lines have from and to`);
    if ((x === undefined || y === undefined) && !(linear && from !== undefined && to !== undefined)) throw wrong(`x and y are missing${linear ? ", or from and to" : ""}`);
    if (kind === "text" && !text) throw wrong("a text needs text");
  }
}

function shapesNamed(shapes: Shape[], wanted: string[]): Shape[] {
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  return wanted.map((id) => {
    const shape = byId.get(id);
    if (!shape) throw new ToolError("not-found", `there is no shape ${id}`, "list and find give the ids there are.");
    return shape;
  });
}

const wayTo = (shape: Shape | undefined, x: number | undefined, y: number | undefined) => ({ dx: (x ?? shape?.x ?? 0) - (shape?.x ?? 0), dy: (y ?? shape?.y ?? 0) - (shape?.y ?? 0) });

function boxAround(shapes: Shape[]) {
  if (shapes.length === 0) return null;
  const [left, top] = [Math.min(...shapes.map(({ x }) => x)), Math.min(...shapes.map(({ y }) => y))];
  return { x: left, y: top, width: Math.max(...shapes.map(({ x, width }) => x + width)) - left, height: Math.max(...shapes.map(({ y, height }) => y + height)) - top };
}
