/** The process of a plugin: loads its module, says what tools it has, runs them. Started with nothing of the daemon's environment. */
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { jsonSchemaOf } from "../../tools/surfaces/jsonSchema.ts";
import type { PageApi, Plugin, PluginTool } from "../author/index.ts";
import type { FromHost, HostAsk, HostError, ToHost } from "../hostMessages.ts";

const [entry = ""] = process.argv.slice(2);
const running = new Map<string, AbortController>();
const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let lastAsk = 0;

const send = (message: FromHost): void => void process.send?.(message);

const isTool = (value: unknown): value is PluginTool =>
  typeof value === "object" && value !== null && "run" in value && typeof value.run === "function" && "name" in value && typeof value.name === "string" && "input" in value && "output" in value;

async function load(): Promise<Map<string, PluginTool>> {
  const { default: plugin } = (await import(pathToFileURL(entry).href)) as { default?: Plugin };
  if (!plugin || !Array.isArray(plugin.tools)) throw new Error("its entry has no default export made with definePlugin");
  const wrong = plugin.tools.findIndex((tool) => !isTool(tool));
  if (wrong >= 0) throw new Error(`number ${wrong + 1} of its tools was not made with defineTool`);
  return new Map(plugin.tools.map((tool) => [tool.name, tool]));
}

const loaded = load();
loaded.catch((thrown: unknown) => send({ type: "unusable", error: errorOf(thrown) }));

function recordOf({ run: _, input, output, ...rest }: PluginTool): object {
  for (const example of rest.examples) {
    const fits = input.safeParse(example);
    if (!fits.success) throw new Error(`an example of ${rest.name} does not fit its input: ${z.prettifyError(fits.error)}`);
  }
  return { ...rest, input: jsonSchemaOf(input, "input").schema, output: jsonSchemaOf(output, "output").schema };
}

function errorOf(thrown: unknown): HostError {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const { code, hint, fields } = thrown as { code?: unknown; hint?: unknown; fields?: unknown };
  const ours = thrown.name === "ToolError" || thrown.name === "DroverError";
  return {
    message: thrown.message,
    ...(ours && typeof code === "string" && { code }),
    ...(ours && typeof hint === "string" && { hint }),
    ...(ours && typeof fields === "object" && fields !== null && { fields: fields as Record<string, unknown> }),
    ...(!ours && thrown.stack && { stack: thrown.stack }),
  };
}

/** An answer of the daemon's that says no, with its code. */
class Refused extends Error {
  override readonly name = "DroverError";
  readonly code: string | undefined;
  readonly hint: string | undefined;
  readonly fields: Record<string, unknown>;

  constructor({ code, message, hint, fields = {} }: HostError) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.fields = fields;
  }
}

function ask(call: string, what: HostAsk): Promise<unknown> {
  const id = ++lastAsk;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    send({ type: "ask", call, id, ask: what });
  });
}

function apiFor({ call, session, page = "", endsAt }: Extract<ToHost, { type: "run" }>, signal: AbortSignal): PageApi {
  const evaluate = (code: unknown, arg: unknown, place: { ref?: string; frame?: string } = {}) => ask(call, { what: "evaluate", code: String(code), arg, ...place });
  const api = {
    session,
    signal,
    timeLeft: () => Math.max(0, endsAt - Date.now()),
    warn: (message: string) => send({ type: "warn", call, message: String(message) }),
    progress: (message: string, done?: number, total?: number) => send({ type: "progress", call, message: String(message), ...(done !== undefined && { done }), ...(total !== undefined && { total }) }),
    callTool: (tool: string, input: Record<string, unknown> = {}) => ask(call, { what: "callTool", tool, input }),
    page: {
      id: page,
      evaluate: (code: unknown, arg: unknown, options?: { frame?: string }) => evaluate(code, arg, options),
      evaluateOn: (ref: string, code: unknown, arg: unknown) => evaluate(code, arg, { ref }),
    },
  };
  return api as PageApi;
}

async function run(message: Extract<ToHost, { type: "run" }>): Promise<void> {
  const { call, tool: name, input } = message;
  const controller = new AbortController();
  running.set(call, controller);
  try {
    const tool = (await loaded).get(name);
    if (!tool) throw new Error(`it has no tool ${name}`);
    const given = tool.input.safeParse(input);
    if (!given.success) throw new Refused({ code: "bad-input", message: `${name}: ${z.prettifyError(given.error)}` });
    const answer: unknown = await tool.run(apiFor(message, controller.signal), given.data);
    const fits = tool.output.safeParse(answer);
    if (!fits.success && !isRefusal(answer)) throw new Error(`${name} answered something else than it declares: ${z.prettifyError(fits.error)}`);
    send({ type: "done", call, value: fits.success ? fits.data : answer });
  } catch (thrown) {
    send({ type: "threw", call, error: errorOf(thrown) });
  } finally {
    running.delete(call);
  }
}

const isRefusal = (answer: unknown): boolean => typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false && "error" in answer;

async function describe(): Promise<void> {
  try {
    send({ type: "described", tools: [...(await loaded).values()].map(recordOf) });
  } catch (thrown) {
    send({ type: "unusable", error: errorOf(thrown) });
  }
}

process.on("message", (message: ToHost) => {
  if (message.type === "run") void run(message);
  else if (message.type === "describe") void describe();
  else if (message.type === "cancel") running.get(message.call)?.abort();
  else if (message.type === "ping") send({ type: "pong", id: message.id });
  else {
    const waiting = asked.get(message.id);
    asked.delete(message.id);
    if (message.error) waiting?.reject(new Refused(message.error));
    else waiting?.resolve(message.value);
  }
});
// Nobody is left to work for.
process.on("disconnect", () => process.exit(0));
