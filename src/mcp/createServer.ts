import { getUiCapability } from "@modelcontextprotocol/ext-apps/server";
import { type InputRequiredResult, Server, type ServerContext } from "@modelcontextprotocol/server";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { DaemonClient } from "../client/daemonClient.ts";
import { asDroverError } from "../protocol/errors.ts";
import type { Outcome } from "../protocol/messages.ts";
import { VERSION } from "../protocol/version.ts";
import { callResult } from "./callResult.ts";
import { callAsking, capabilitiesOf, isInputRequired } from "./elicitation.ts";
import { ENABLE_TOOLS, enableToolsOf, runEnableTools } from "./enableTools.ts";
import { instructions } from "./instructions.ts";
import { NEXT_PICTURE, nextPicture, openView, readView, SHOW_SESSION, viewOf, viewResource } from "./sessionApp.ts";
import type { SessionViews } from "./sessionViews.ts";
import type { ToolList } from "./toolList.ts";
import type { McpTool } from "../protocol/toolSurfaces.ts";

export interface ServerParts {
  client: DaemonClient;
  tools: ToolList;
  /** What it was given by `show_session`. */
  views: SessionViews;
  /** Where the page is that shows them. */
  viewFile: string;
  /** Which session calls mean that name none. */
  session?: string | undefined;
  /** "full": results with every field, for programs that read them. */
  results: ResultsForm;
  /** Told before each call which session it opens, so that its browser can start while the daemon loads. */
  expect?: (session: OpenedSession | undefined) => void;
  /** Hears of every call and what became of it. */
  onCall?: (call: { tool: string; session?: string; ok: boolean; error?: string; ms: number }) => void;
}

export interface OpenedSession {
  id: string;
  [option: string]: unknown;
}

/** What an agent begins with. */
const begins = ["navigate", "open_session"];

export type ResultsForm = "brief" | "full";

/** One MCP server on one connection. It lists and forwards; the daemon decides. */
export function createServer({ client, tools, views, viewFile, session, results, expect, onCall }: ServerParts): Server {
  const server = new Server({ name: "drover", version: VERSION }, { capabilities: { tools: { listChanged: true }, resources: {} }, instructions });
  const usual: Record<string, unknown> = session === undefined ? {} : { session };
  const showsApps = (context: ServerContext) => getUiCapability(capabilitiesOf(server, context)) !== undefined;
  server.setRequestHandler("tools/list", (_, context) => {
    const withApps = showsApps(context);
    return { tools: [...[...tools.listed({ withApps }), enableToolsOf(tools)].map(shown), ...(withApps ? [nextPicture] : [])] };
  });
  server.setRequestHandler("resources/list", (_, context) => ({ resources: showsApps(context) ? [viewResource] : [] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => readView(uri, viewFile));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: input = {} } }, context) => {
    // Several in a second, and `show_session` was told of.
    if (name === NEXT_PICTURE) return callResult(await viewOf(views, { ...usual, ...input }, context.mcpReq.signal).catch(refusal));
    const from = performance.now();
    const outcome = await call(name, input, context).catch(refusal);
    onCall?.({ tool: name, ...sessionOf(input, session), ...verdictOn(outcome), ms: Math.round(performance.now() - from) });
    return isInputRequired(outcome) ? outcome : callResult(outcome);
  });
  return server;

  async function call(name: string, input: Record<string, unknown>, context: ServerContext): Promise<Outcome | InputRequiredResult> {
    if (name === ENABLE_TOOLS) return runEnableTools(tools, input);
    const meant = { ...usual, ...input };
    expect?.(begins.includes(name) ? { ...meant, id: String(meant["session"] ?? "default") } : undefined);
    const form = results === "full" ? "agent-whole" : "agent";
    const outcome = await callAsking(server, context, (options) => client.call(name, meant, { form, onProgress: progressTo(context), ...options }));
    if (name === SHOW_SESSION && !isInputRequired(outcome) && outcome.ok) openView(views, meant, outcome);
    return outcome;
  }
}

/** Tells the client of this connection when the list grows, until it leaves. */
export function announceChanges(server: Server, tools: ToolList): void {
  const end = tools.onChange(() => {
    void mayFail(server.sendToolListChanged(), "a client that left hears nothing");
  });
  server.onclose = end;
}

function sessionOf({ session }: Record<string, unknown>, usual: string | undefined): { session?: string } {
  const meant = session ?? usual;
  return typeof meant === "string" ? { session: meant } : {};
}

function verdictOn(outcome: Outcome | InputRequiredResult): { ok: boolean; error?: string } {
  if (isInputRequired(outcome)) return { ok: false, error: "asks first" };
  const { error } = (outcome.data ?? {}) as { error?: unknown };
  return { ok: outcome.ok, ...(typeof error === "string" && { error }) };
}

const shown = ({ name, description, inputSchema, annotations, app }: McpTool) => ({ name, description, inputSchema, annotations, ...(app && { _meta: { ui: { resourceUri: viewResource.uri } } }) });

/** What went wrong before a tool could answer is told to the agent like any other refusal. */
function refusal(thrown: unknown): Outcome {
  return { ok: false, data: asDroverError(thrown).toResult() };
}

/** MCP wants progress that grows; a tool that only says what it does counts its messages. */
function progressTo({ mcpReq }: ServerContext): ((message: string, done?: number, total?: number) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let told = 0;
  return (message, done, total) => {
    const progress = done ?? ++told;
    const params = { progressToken, progress, ...(total !== undefined && { total }), message };
    void mayFail(mcpReq.notify({ method: "notifications/progress", params }), "a client that left hears nothing, and that is no reason to end the call's reader");
  };
}

