import { z } from "zod";
import { DroverError, errorCodes, type ErrorResult } from "../protocol/errors.ts";
import type { DaemonContext, PageContext } from "../tools/context.ts";
import type { Tool } from "../tools/defineTool.ts";
import { mayWarn } from "../tools/mayWarn.ts";
import type { PluginBounds } from "../tools/pluginEntry.ts";
import type { HostAsk } from "./hostMessages.ts";
import { runPageCode } from "./pageCode.ts";
import type { PluginProcess } from "./pluginProcess.ts";
import type { ToolRecord } from "./toolRecord.ts";

export interface ToolMaker {
  bounds: PluginBounds;
  pageCode: boolean;
  process(): PluginProcess;
  /** Without the values of secrets: what a plugin reads is what its caller would. */
  mask(value: unknown): unknown;
}

/** A tool of ours that has a plugin's do the work, in the plugin's own process. Everything around it is as with any other tool. */
export function pluginTool(record: ToolRecord, { bounds, pageCode, process, mask }: ToolMaker): Tool {
  const answers = mayWarn(schemaOf(record.output)) as z.ZodType;
  const { name, confirm, deadline, textField, input, output: _, examples, ...declared } = record;
  return {
    ...declared,
    name,
    family: "plugin",
    plugin: bounds,
    input: inputOf(input),
    output: answers,
    examples,
    ...(confirm && { confirm: () => confirm }),
    ...(deadline !== undefined && { deadline }),
    ...(textField !== undefined && { text: (data: unknown) => textIn(data, textField), verbatim: true as const }),
    run: async (context, given) => {
      // What needs no session has no deadline of its own, and a plugin's code is nothing to wait for without end.
      const limitMs = declared.needs === "daemon" ? context.config.actionTimeoutMs : context.timeLeft();
      const signal = declared.needs === "daemon" ? AbortSignal.any([context.signal, timeoutSignal(name, limitMs)]) : context.signal;
      const { session, page } = context as Partial<PageContext>;
      const answer = await process().run(
        { tool: name, input: given, session: session?.id, page: page?.id, endsAt: Date.now() + Math.min(limitMs, MAX_TIME_MS) },
        { signal, ask: (ask) => answerTo(ask, context), warn: (message) => context.warn(message), progress: (message, done, total) => context.progress(message, done, total) },
      );
      return isRefusal(answer) ? refusalOf(answer, bounds.name) : fitting(answer);
    },
  };

  /** The plugin's process has cut it to what is declared; what goes beyond that all the same does not leave. */
  function fitting(answer: unknown): object {
    const fits = answers.safeParse(answer);
    if (fits.success) return fits.data as object;
    throw new DroverError("plugin-failed", `${name} answered something else than it declares: ${z.prettifyError(fits.error)}`, { failure: { source: "app", plugin: bounds.name } });
  }

  async function answerTo(ask: HostAsk, context: DaemonContext): Promise<unknown> {
    if (ask.what === "callTool") return (await context.call(ask.tool, ask.input)).data;
    const { page } = context as Partial<PageContext>;
    if (!pageCode)
      throw new DroverError("plugin-call-graph-violation", `${bounds.name} runs code in pages, which its manifest does not declare`, { hint: 'Add "pageCode": true to "drover" in its package.json.' });
    if (!page) throw new DroverError("bad-input", `${name} has no page: declare needs: "page"`);
    return mask(await runPageCode(page, ask, context.timeLeft()));
  }
}

const isRefusal = (answer: unknown): answer is { error: string; message?: unknown; hint?: unknown } =>
  typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === false && "error" in answer && typeof answer.error === "string";

/** A code that is none of ours is told beside one that is. */
function refusalOf({ error, message, hint, ...fields }: { error: string; message?: unknown; hint?: unknown }, plugin: string): ErrorResult {
  const known = errorCodes.find((code) => code === error);
  return { ...fields, ok: false, error: known ?? "plugin-failed", ...(known === undefined && { code: error }), message: String(message ?? error), ...(typeof hint === "string" && { hint }), failure: { source: "app", plugin } };
}

const MAX_TIME_MS = 86_400_000;

function timeoutSignal(name: string, ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DroverError("timeout", `${name} did not finish within ${ms} ms`, { hint: "Raise actionTimeoutMs, or ask the plugin's author." })), ms).unref();
  return controller.signal;
}

const textIn = (data: unknown, field: string): string | undefined => {
  const text = typeof data === "object" && data !== null ? (data as Record<string, unknown>)[field] : undefined;
  return typeof text === "string" ? text : undefined;
};

/** The plugin's process checks its input against its own schema too, which may say more than JSON Schema can. */
function inputOf(schema: ToolRecord["input"]): z.ZodObject {
  const whole = schemaOf(schema);
  return whole instanceof z.ZodObject ? whole : z.object(Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, z.unknown()])));
}

const schemaOf = (schema: ToolRecord["output"]): z.ZodType => z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
