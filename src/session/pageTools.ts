import { z } from "zod";
import { mayFail } from "../diagnosis/mayFail.ts";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import type { CdpAccess, EngineFrame } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import type { SessionPage } from "./sessionPage.ts";

/** A tool that a page offers to agents (WebMCP). */
export const pageToolShape = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.unknown().optional(),
  annotations: z.record(z.string(), z.unknown()).optional(),
});

export type PageTool = z.infer<typeof pageToolShape> & { frame: EngineFrame; native: boolean };

const addedShape = z.object({ tools: z.array(pageToolShape.extend({ frameId: z.string() })) });
const respondedShape = z.object({ invocationId: z.string(), status: z.enum(["Completed", "Canceled", "Error"]), output: z.unknown().optional(), errorText: z.string().optional() });
const invokedShape = z.object({ invocationId: z.string() });

const NAVIGATES_AWAY = "a frame may go away while it is asked";

/** The tools of every frame: those that the browser knows of, and those of a page that brings the interface along itself. */
export async function pageTools(page: SessionPage): Promise<PageTool[]> {
  const found = await Promise.all(page.engine.frames().map(async (frame) => [...((await mayFail(nativeTools(frame), NAVIGATES_AWAY)) ?? []), ...((await mayFail(polyfilledTools(frame), NAVIGATES_AWAY)) ?? [])]));
  return found.flat();
}

/** The browser tells of what is registered when it is asked to begin telling. */
async function nativeTools(frame: EngineFrame): Promise<PageTool[]> {
  const { cdp } = frame;
  if (!cdp) return [];
  const told: unknown[] = [];
  const stop = cdp.on("WebMCP.toolsAdded", (params) => told.push(params));
  try {
    await cdp.send("WebMCP.disable");
    await cdp.send("WebMCP.enable");
  } finally {
    stop();
  }
  return told.flatMap((params) => addedShape.parse(params).tools).flatMap(({ frameId, ...tool }) => (frameId === frame.id ? [{ ...tool, frame, native: true }] : []));
}

/** Where the browser has it itself it has told already. */
const LIST = `(async () => {
  const context = document.modelContext ?? navigator.modelContext;
  if (!context || /\\[native code\\]/.test(Function.prototype.toString.call(context.registerTool))) return [];
  const tools = (await (navigator.modelContextTesting?.listTools?.() ?? context.getTools?.() ?? context.listTools?.())) ?? [];
  return [...tools].map(({ name, description, inputSchema, annotations }) => ({ name, description: description ?? "", inputSchema: typeof inputSchema === "string" ? JSON.parse(inputSchema) : inputSchema, annotations }));
})()`;

const invoke = (name: string, input: unknown): string => `(async () => {
  const given = ${JSON.stringify(JSON.stringify(input))};
  const testing = navigator.modelContextTesting;
  const context = document.modelContext ?? navigator.modelContext;
  return testing?.executeTool ? await testing.executeTool(${JSON.stringify(name)}, given) : await (context.executeTool ?? context.callTool).call(context, ${JSON.stringify(name)}, JSON.parse(given));
})()`;

async function polyfilledTools(frame: EngineFrame): Promise<PageTool[]> {
  const listed = z.array(pageToolShape).safeParse(await frame.evaluate(LIST));
  return (listed.data ?? []).map((tool) => ({ ...tool, frame, native: false }));
}

/** Calls one and resolves with what it gave. */
export async function callPageTool({ name, frame, native }: PageTool, input: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
  if (!native || !frame.cdp) {
    const answer = await frame.evaluate(invoke(name, input));
    return typeof answer === "string" ? unlessMalformed(() => JSON.parse(answer) as unknown, answer) : answer;
  }
  const { status, output, errorText } = await invokeNatively(frame.cdp, frame.id, name, input, signal);
  if (status === "Completed") return output;
  throw new DroverError("script-error", `the page's tool "${name}" ${status === "Canceled" ? "was cancelled" : `failed: ${errorText ?? "without a reason"}`}`, { failure: { source: "app" } });
}

async function invokeNatively(cdp: CdpAccess, frameId: string, toolName: string, input: Record<string, unknown>, signal: AbortSignal): Promise<z.infer<typeof respondedShape>> {
  const early = new Map<string, z.infer<typeof respondedShape>>();
  let hear: (response: z.infer<typeof respondedShape>) => void = (response) => void early.set(response.invocationId, response);
  const stop = cdp.on("WebMCP.toolResponded", (params) => hear(respondedShape.parse(params)));
  try {
    const { invocationId } = invokedShape.parse(await cdp.send("WebMCP.invokeTool", { frameId, toolName, input }));
    const answered = early.get(invocationId);
    if (answered) return answered;
    return await new Promise((resolve, reject) => {
      hear = (response) => {
        if (response.invocationId === invocationId) resolve(response);
      };
      signal.addEventListener("abort", () => {
        void mayFail(cdp.send("WebMCP.cancelInvocation", { invocationId }), "the tool may have ended meanwhile");
        reject(signal.reason as Error);
      }, { once: true });
    });
  } finally {
    stop();
  }
}
