/**
 * `import { definePlugin, defineTool, z } from "drover/plugin"`: what a plugin is written with. `docs/plugin-authoring.md` has the guide.
 */
import type { z } from "zod";
import type { ToolDeclaration, Needs } from "../../tools/toolDeclaration.ts";

export { z } from "zod";
export type { Capability } from "../../policy/capability.ts";
export type { EngineSupport, Needs } from "../../tools/toolDeclaration.ts";

/** What a tool's `run` works with. */
export interface ToolApi {
  /** The session's id; undefined where the tool needs none. */
  readonly session: string | undefined;
  /** Aborted when the caller cancels, and when the time is up. */
  readonly signal: AbortSignal;
  /** Milliseconds until the deadline. */
  timeLeft(): number;
  /** Adds a line to the answer's `warnings`. */
  warn(message: string): void;
  /** Tells a waiting caller how it goes. */
  progress(message: string, done?: number, total?: number): void;
  /**
   * Calls another tool, on the session and page of this call unless the input says otherwise. It passes all of Drover's steps, with what the
   * caller may do and what this plugin's manifest declares. The answer may be `{ok: false, error, message, hint}`; a tool of a plugin that is
   * not in `dependsOn` answers `plugin-call-graph-violation`.
   */
  callTool<Answer extends object = Record<string, unknown>>(name: string, input?: Record<string, unknown>): Promise<Answer & { ok?: boolean; error?: string; message?: string }>;
}

/** What a tool with `needs: "page"` has besides. */
export interface PageApi extends ToolApi {
  readonly page: {
    readonly id: string;
    /**
     * Runs a function in the page, in its own world, and gives back what it returns as JSON; promises are awaited. It is sent as text: it sees
     * its argument and the page, nothing of this module. Needs `pageCode: true` in the manifest.
     */
    evaluate<Result, Argument = undefined>(code: (argument: Argument) => Result | Promise<Result>, argument?: Argument, options?: { frame?: string }): Promise<Awaited<Result>>;
    /** The same with an element, by its ref (`e12`), as the first argument. */
    evaluateOn<Result, Argument = undefined>(ref: string, code: (element: never, argument: Argument) => Result | Promise<Result>, argument?: Argument): Promise<Awaited<Result>>;
  };
}

interface ApiOf {
  page: PageApi;
  session: ToolApi;
  daemon: ToolApi;
}

/** A tool's declaration, as Drover's own tools are declared. */
export interface PluginToolSpec<N extends Needs, I extends z.ZodObject, O extends z.ZodType> extends ToolDeclaration<N, I, O> {
  /** What its results tell of: pages, or what was captured on its way to or from them. Agents get both marked as not to be trusted. */
  tells: "page" | "traffic";
  cli?: { positional?: string[] };
  /** Hooks that a person must have allowed before it runs, each with what is about to be done. */
  confirm?: Partial<Record<"navigate_off_allowlist" | "byob_action" | "file_download" | "file_upload", string>>;
  /** How long a call may take: "action" and "navigation" are in the configuration; or milliseconds. */
  deadline?: "action" | "navigation" | "none" | number;
  /** The field of its answer that is its text for readers; without it agents get JSON. */
  textField?: string;
  run: (api: ApiOf[N], input: z.output<I>) => Promise<z.input<O>>;
}

/** A declared tool, its type parameters forgotten. */
export type PluginTool = PluginToolSpec<Needs, z.ZodObject, z.ZodType>;

export interface Plugin {
  tools: PluginTool[];
}

/** Declares a tool once: MCP, command line, REPL, library and reference have it from here. */
export const defineTool = <N extends Needs, I extends z.ZodObject, O extends z.ZodType>(spec: PluginToolSpec<N, I, O>): PluginTool => spec as object as PluginTool;

/** What a plugin's entry exports as its default. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;

/** Says no, with a reason for whoever called: `throw new ToolError("not-found", "there is no board", "Open one first.")`. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: string;
  readonly hint: string | undefined;
  /** More for the answer, beside `error`, `message` and `hint`. */
  readonly fields: Record<string, unknown>;

  constructor(code: string, message: string, hint?: string, fields: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.fields = fields;
  }
}
