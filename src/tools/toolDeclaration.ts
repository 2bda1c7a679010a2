import type { z } from "zod";
import type { Capability } from "../policy/capability.ts";

export type EngineSupport = "full" | { partial: string } | { none: string };

/** What a tool works on. Dispatch opens or finds it before `run`. */
export type Needs = "page" | "session" | "daemon";

/** What every tool declares, Drover's own and those of plugins. */
export interface ToolDeclaration<N extends Needs = Needs, I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** snake_case, as on the wire; a plugin's begins with its namespace: `shop.read_basket`. */
  name: string;
  /** `null`: always allowed. */
  capability: Capability | null;
  /** "read" leaves the page as it is; "destructive" loses something that cannot be had again. */
  effect: "read" | "write" | "destructive";
  needs: N;
  /** One line for an agent: every word costs tokens in every conversation. */
  summary: string;
  /** Markdown for the reference: semantics, caps, caveats. */
  details?: string;
  /** Besides these every page and session tool takes `session`, `page` and `timeoutMs`. */
  input: I;
  output: O;
  engines: { chromium: EngineSupport; firefox: EngineSupport };
  /** Inputs that parse; the first is shown in the reference. */
  examples: z.input<I>[];
  cli?: {
    /** It is no command: this one takes its place, because what it takes must not stand in a command line. */
    instead?: string;
    /** Arguments that may be given without a flag. "target" stands for ref, @name, x,y or a selector. */
    positional?: string[];
    /** Extra command names, e.g. `back` for go_back. */
    aliases?: string[];
    /** Its text is the value that was asked for: into a pipe or a file it goes as it is, without a newline at its end. */
    exact?: true;
  };
  /** Listed by the MCP server without asking. */
  core?: boolean;
  /** Its answer is the session's live view in the chat: listed by the MCP server only to clients that show such a thing. */
  app?: true;
  /** May be called from `batch` and the other compounds. Default: everything but `needs: "daemon"` tools. */
  batch?: boolean;
  /**
   * Runs beside other calls of the session instead of after them (reads of buffers, waiting for people). "behind": after those that
   * came before it, and beside those that come later.
   */
  concurrent?: boolean | "behind";
}
