import { z } from "zod";
import { inDocumentThread } from "../../analysis/documents/documentThread.ts";
import { estimateTokens } from "../../page/see/budget.ts";
import { unlessMalformed } from "../../diagnosis/unlessMalformed.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { miss, schemaInput } from "../see/extractShapes.ts";
import { both } from "../storage/shapes.ts";
import { keepCapture } from "./captures.ts";
import { askModel, requireModel } from "./extract/askModel.ts";
import { bySchema } from "./extract/bySchema.ts";
import { documentOf, withSource } from "./extract/extractSource.ts";
import { addressOf, gettingInput } from "./scrape/getPage.ts";
import type { GotPage } from "./scrape/gotPage.ts";
import { textOf } from "./scrape/pageText.ts";
import { verticalsOfPlugins } from "./verticals/ofPlugins.ts";
import { ownVerticals, verticalFor } from "./verticals/registry.ts";
import { verticalWeb } from "./verticals/verticalWeb.ts";

const actions = ["schema", "data", "api-surface", "vertical", "adhoc", "summarize"] as const;
type Action = (typeof actions)[number];

const kinds = ["jsonLd", "microdata", "rdfa", "openGraph", "meta", "tables"] as const;

const AGENT_TOKENS = 6000;
const PREVIEW = 1500;
const MODEL_TOKENS = 2000;
const MODEL_SECONDS = 300;

/** As web_scrape takes them, whose list tells of all. */
const rarelyGivenHere = {
  ...gettingInput,
  headers: gettingInput.headers.meta({ unlisted: true }),
  proxy: gettingInput.proxy.meta({ unlisted: true }),
  browserBackend: gettingInput.browserBackend.meta({ unlisted: true }),
  ignoreRobots: gettingInput.ignoreRobots.meta({ unlisted: true }),
  timeoutSeconds: gettingInput.timeoutSeconds.meta({ unlisted: true }),
};

const input = z.object({
  url: z.string().min(1).optional(),
  responseId: z.string().min(1).optional().describe("a capture instead of url"),
  action: z.enum(actions).optional(),
  extract: z.enum(["api-surface"]).optional().meta({ description: 'the same as action: "api-surface"', unlisted: true }),
  schema: schemaInput.optional().meta({ description: "as extract's; with adhoc the shape of the answer", listedAs: "as extract's; with adhoc the shape of the answer" }),
  scope: z.string().min(1).optional().describe("CSS, with schema"),
  kinds: z.array(z.enum(kinds)).min(1).optional().describe("data: only these"),
  extractor: z.string().min(1).optional().describe("vertical: by the address unless named"),
  prompt: z.string().min(1).max(20_000).optional().describe("adhoc, summarize"),
  maxTokens: z.int().min(16).max(32_000).optional().describe("of the model's answer"),
  ...rarelyGivenHere,
});

type Input = z.output<typeof input>;

export const webExtract = defineTool({
  name: "web_extract",
  family: "web",
  capability: "navigation",
  effect: "write",
  needs: "daemon",
  tells: "page",
  engines: both,
  batch: true,
  summary: "Data from a URL or a capture: by schema, structured data and tables, API surface, verticals (GitHub, npm, arXiv, Wikipedia, …), or the client's own model (adhoc, summarize).",
  details: `\`schema\` is \`extract\`'s, by the same code: in the tab with mode=browser, else on the document as it was got, of which nothing runs. \`data\` gives JSON-LD, microdata, RDFa, OpenGraph, other \`meta\` and tables as rows (\`kinds\` chooses).
\`extract="api-surface"\` gives endpoints, declarations, options, commands and imports that a page of documentation shows. \`vertical\` asks a site's own interface; \`extractor\` is chosen by the address unless named:
${ownVerticals.map(({ name, about }) => `\`${name}\` (${about.replace(/\.$/, "")})`).join(", ")}. Plugins add others (docs/plugin-authoring.md). \`adhoc\` (with \`prompt\`) and \`summarize\` ask the model of the MCP client that calls (sampling); a client without one gets
\`unsupported-client\`. What is missing in \`action\` is told by the other arguments: schema, extractor, prompt, else data. \`mode\`, \`sessionId\` and the guard are \`web_scrape\`'s.
An answer of more than ${AGENT_TOKENS} tokens is kept under \`responseId\`, and \`preview\` shows its beginning to agents.`,
  input,
  output: z.object({
    ok: z.literal(true),
    action: z.enum(actions),
    url: z.string().optional(),
    status: z.number().optional(),
    extractor: z.string().optional(),
    data: z.unknown().optional(),
    evidence: z.object({ selectorsUsed: z.array(z.string()), partialMisses: z.array(miss) }).optional(),
    text: z.string().optional(),
    model: z.string().optional(),
    responseId: z.string().optional(),
    bytes: z.number().optional(),
    preview: z.string().optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  examples: [{ url: "https://github.com/nodejs/node", action: "vertical" }, { url: "https://example.com/shop", schema: { type: "object", properties: { title: { type: "string" } } } }, { responseId: "f0a1b2c3d4", action: "adhoc", prompt: "list orders" }],
  cli: { positional: ["url"] },
  deadline: (wish) => ((wish.timeoutSeconds ?? 30) * 3 + (asksModel(actionOf(wish)) ? MODEL_SECONDS : 30)) * 1000,
  verbatim: true,
  text: ({ text, data, preview }, { reader }) => (reader === "agent" ? undefined : (text ?? (data === undefined ? preview : JSON.stringify(data, null, 2)))),
  run: async (context, wish) => {
    const action = actionOf(wish);
    requireArguments(action, wish);
    if (asksModel(action)) requireModel(context);
    const told = action === "vertical" ? await vertical(context, wish) : await withSource(context, wish, async (source) => ({ url: source.url, ...(source.status !== undefined && { status: source.status }), ...(await takers[action](context, source, wish)) }));
    return fitting(context, wish, { ok: true as const, action, ...told });
  },
});

const asksModel = (action: Action): boolean => action === "adhoc" || action === "summarize";

function actionOf({ action, extract, schema, extractor, prompt }: Input): Action {
  return action ?? extract ?? (prompt !== undefined ? "adhoc" : schema ? "schema" : extractor !== undefined ? "vertical" : "data");
}

const needed: Partial<Record<Action, "schema" | "url" | "prompt">> = { schema: "schema", vertical: "url", adhoc: "prompt" };

/** Names what an action lacks before anything is done. */
function requireArguments(action: Action, wish: Input): void {
  const name = needed[action];
  if (name !== undefined && wish[name] === undefined) throw new DroverError("bad-input", `web_extract action=${action} needs ${name}`, { hint: action === "vertical" ? "A vertical asks the site itself: a capture is not enough." : "Pass it, or choose another action." });
}

interface Told {
  url?: string;
  status?: number;
  extractor?: string;
  data?: unknown;
  evidence?: { selectorsUsed: string[]; partialMisses: z.output<typeof miss>[] };
  text?: string;
  model?: string;
}

const takers: Record<Exclude<Action, "vertical">, (context: DaemonContext, source: GotPage, wish: Input) => Promise<Told>> = {
  schema: (context, source, { schema = {}, ...wish }) => bySchema(context, source, { ...wish, schema }),
  data: async (context, source, wish) => {
    const { malformed, ...found } = await inDocumentThread("structuredData", await documentOf(source), context.signal);
    if (malformed > 0 && (wish.kinds?.includes("jsonLd") ?? true)) context.warn(`${malformed} ${malformed === 1 ? "script" : "scripts"} of JSON-LD could not be read.`);
    return { data: Object.fromEntries(Object.entries(found).filter(([kind, value]) => wish.kinds?.some((each) => each === kind) ?? Object.keys(value).length > 0)) };
  },
  "api-surface": async (context, source) => ({ data: await inDocumentThread("apiSurface", await documentOf(source), context.signal) }),
  adhoc: async (context, source, { prompt = "", schema, maxTokens = MODEL_TOKENS }) => {
    const task = schema ? `${prompt}\n\nAnswer with JSON alone, of this JSON Schema:\n${JSON.stringify(schema)}` : prompt;
    const { text, model } = await askModel(context, { task, text: await wordsOf(context, source), url: source.url, maxTokens });
    const data = schema && unlessMalformed<unknown>(() => JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, "")));
    if (schema && data === undefined) context.warn("The model's answer is not JSON: it is in text.");
    return data === undefined ? { text, model } : { data, model };
  },
  summarize: async (context, source, { prompt, maxTokens = MODEL_TOKENS }) => askModel(context, { task: `Summarize the page in a few sentences, with the facts and numbers that matter.${prompt ? ` ${prompt}` : ""}`, text: await wordsOf(context, source), url: source.url, maxTokens }),
};

async function wordsOf({ signal }: DaemonContext, source: GotPage): Promise<string> {
  const read = await textOf(source, { format: "markdown" }, signal);
  if (!read) throw new DroverError("not-found", `${source.url} is ${source.contentType || "bytes"}: there is nothing to read in it`, { hint: "web_scrape saves it to a file." });
  if (read.body.trim() === "") throw new DroverError("not-found", `there is nothing to read on ${source.url}${source.status === undefined ? "" : ` (status ${source.status})`}`, { failure: { source: "app" }, hint: "Its scripts may write it: mode=browser runs them." });
  return read.body;
}

async function vertical(context: DaemonContext, { url = "", extractor, ...wish }: Input): Promise<Told> {
  const address = addressOf(url);
  const chosen = verticalFor(extractor, address, await verticalsOfPlugins(context));
  try {
    return { url: address.href, extractor: chosen.name, data: await chosen.extract(address, verticalWeb(context, wish)) };
  } catch (thrown) {
    if (isDroverError(thrown) || !(thrown instanceof z.ZodError || thrown instanceof SyntaxError)) throw thrown;
    throw new DroverError("fetch-failed", `${address.hostname} answers in another shape than the extractor ${chosen.name} knows: ${thrown.message.slice(0, 300)}`, { cause: thrown, failure: { source: "app", kind: "shape" }, hint: "extractor=article reads the page itself." });
  }
}

/** What an agent would pay too much for goes to a capture. */
async function fitting<T extends Told>({ client, files }: DaemonContext, { sessionId = "web" }: Input, told: T): Promise<T | (Omit<T, "data"> & { responseId: string; bytes: number; preview: string })> {
  const { data, ...about } = told;
  const text = data === undefined ? "" : JSON.stringify(data);
  if (client.kind !== "mcp" || estimateTokens(text) <= AGENT_TOKENS) return told;
  const { responseId, bytes } = await keepCapture(files, sessionId, JSON.stringify(data, null, 1), ".json");
  return { ...about, responseId, bytes, preview: text.slice(0, PREVIEW) };
}
