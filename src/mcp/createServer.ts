import { type InputRequiredResult, Server, type ServerContext } from "@modelcontextprotocol/server";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { DaemonClient } from "../client/daemonClient.ts";
import { asDroverError } from "../protocol/errors.ts";
import type { Outcome } from "../protocol/messages.ts";
import { VERSION } from "../protocol/version.ts";
import { callResult } from "./callResult.ts";
import { callAsking, isInputRequired } from "./elicitation.ts";
import { ENABLE_TOOLS, enableToolsOf, runEnableTools } from "./enableTools.ts";
import { instructions } from "./instructions.ts";
import type { ToolList } from "./toolList.ts";
import type { McpTool } from "../protocol/toolSurfaces.ts";

export interface ServerParts {
  client: DaemonClient;
  tools: ToolList;
  /** Which session calls mean that name none. */
  session?: string | undefined;
  /** "full": results with every field, for programs that read them. */
  results: ResultsForm;
}

export type ResultsForm = "brief" | "full";

/** One MCP server on one connection. It lists and forwards; the daemon decides. */
export function createServer({ client, tools, session, results }: ServerParts): Server {
  const server = new Server({ name: "drover", version: VERSION }, { capabilities: { tools: { listChanged: true } }, instructions });
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.listed(), enableToolsOf(tools)].map(shown) }));
  server.setRequestHandler("tools/call", async ({ params: { name, arguments: input = {} } }, context) => {
    const outcome = await call(name, input, context).catch(refusal);
    return isInputRequired(outcome) ? outcome : callResult(outcome);
  });
  return server;

  async function call(name: string, input: Record<string, unknown>, context: ServerContext): Promise<Outcome | InputRequiredResult> {
    if (name === ENABLE_TOOLS) return runEnableTools(tools, input);
    const meant = session === undefined ? input : { session, ...input };
    const form = results === "full" ? "agent-whole" : "agent";
    return callAsking(server, context, (options) => client.call(name, meant, { form, onProgress: progressTo(context), ...options }));
  }
}

/** Tells the client of this connection when the list grows, until it leaves. */
export function announceChanges(server: Server, tools: ToolList): void {
  const end = tools.onChange(() => {
    void mayFail(server.sendToolListChanged(), "a client that left hears nothing");
  });
  server.onclose = end;
}

const shown = ({ name, description, inputSchema, annotations }: McpTool) => ({ name, description, inputSchema, annotations });

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

