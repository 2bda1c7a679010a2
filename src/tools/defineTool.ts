import type { z } from "zod";
import type { WithImages } from "../exit/exit.ts";
import type { TextStyle } from "../exit/render.ts";
import type { Tells } from "../exit/tells.ts";
import type { ErrorResult } from "../protocol/errors.ts";
import type { ConfirmHook } from "../policy/confirmHooks.ts";
import { mayWarn } from "./mayWarn.ts";
import type { DaemonContext, PageContext, SessionContext } from "./context.ts";
import type { Family } from "./families.ts";
import type { PluginBounds } from "./pluginEntry.ts";
import type { Needs, ToolDeclaration } from "./toolDeclaration.ts";

export interface ContextOf {
  page: PageContext;
  session: SessionContext;
  daemon: DaemonContext;
}

export type { EngineSupport, Needs } from "./toolDeclaration.ts";
export { withImages, type WithImages } from "../exit/exit.ts";
export type { TextStyle } from "../exit/render.ts";

/** `R` is what `run` returns: the answer itself, unless `render` makes the answer of it. */
export interface ToolSpec<N extends Needs, I extends z.ZodObject, O extends z.ZodType, R = z.output<O>> extends ToolDeclaration<N, I, O> {
  /** "plugin": its namespace says whose it is. */
  family: Family | "plugin";
  /**
   * What its results tell of, errors included. Of pages or traffic: agents get them marked as not to be trusted. Of traffic: addresses
   * are redacted too (`redactUrls`); in a result that tells of a page, those parts of `output` that are a `capturedPart`.
   */
  tells: Tells;
  /** It is for people to decide: agents are refused, with these words, and do not find it in their list. */
  forPeople?: { refusal: string; hint: string };
  /** Of a plugin: what its calls of other tools are held to. */
  plugin?: PluginBounds;
  /**
   * Policy hooks that must be off, approved or answered before `run`, each with what is about to be done. `byob_action`, which every
   * `effect` other than "read" has in somebody else's browser, needs no word here.
   */
  confirm?: (input: z.output<I>) => Partial<Record<ConfirmHook, string>>;
  /**
   * Deadline in milliseconds where the caller names none. "action" is `actionTimeoutMs` from the configuration, "navigation" its `navigationTimeoutMs`;
   * a function looks at the input and has the last word (waits and windows are as long as they were asked to be; undefined is "action").
   */
  deadline?: "action" | "navigation" | "none" | number | ((input: z.output<I>) => number | undefined);
  /**
   * The session that it works on, where that is for its own arguments to say: its id, after it was opened if it is to be another one than
   * sessions are that open on first use.
   */
  findSession?: (context: DaemonContext, input: z.output<I>) => Promise<string>;
  /** Goes to another page: the one that is there may be stuck or crashed. */
  leavesPage?: true | ((input: z.output<I>) => boolean);
  /** Text for a reader; without it agents get JSON and people a plain rendering of it. */
  text?: (data: R, style: TextStyle) => string | undefined;
  /** `text` gets what was captured as it is, lines and all: a value that was asked for, or a renderer that marks each line of it. */
  verbatim?: true;
  /** Makes the answer of what `run` returned, last of all: data that people and agents read in different forms. */
  render?: (data: R) => z.output<O>;
  run: (context: ContextOf[N], input: z.output<I>) => Promise<R | ErrorResult | WithImages<R>>;
}

/** A declared tool, its type parameters forgotten: what the registry, dispatch and the generators handle. */
export type Tool = ToolSpec<Needs, z.ZodObject, z.ZodType>;

/** Declares a tool once. CLI, MCP, REPL, SDK, reference and parity table all come from this object. */
export function defineTool<N extends Needs, I extends z.ZodObject, O extends z.ZodType>(spec: ToolSpec<N, I, O> & { render?: undefined }): Tool;
export function defineTool<N extends Needs, I extends z.ZodObject, O extends z.ZodType, R>(spec: ToolSpec<N, I, O, R> & Required<Pick<ToolSpec<N, I, O, R>, "render">>): Tool;
export function defineTool(spec: object & { output: z.ZodType }): Tool {
  // Dispatch calls `run` only with the context that `needs` names and input that `input` parsed.
  return { ...spec, output: mayWarn(spec.output) } as Tool;
}
