/** What front ends know of a tool: generated for ours, written when a plugin is installed for those of plugins. */

/** What a value typed in a shell may become. "size" is an object of width and height, which `1280x720` also means. */
export type ValueKind = "string" | "number" | "boolean" | "json" | "size";

export interface CommandArgument {
  kinds: ValueKind[];
  /** A list: the flag may be repeated. */
  many?: boolean;
  required?: boolean;
  choices?: string[];
  help?: string;
}

/** One tool as the command line sees it. */
export interface ToolCommand {
  tool: string;
  /** The word that was typed, when it is another one. */
  calledAs?: string;
  family: string;
  summary: string;
  details?: string;
  needs: "page" | "session" | "daemon";
  positional?: string[];
  aliases?: string[];
  /** Its text is a value, which goes into a pipe or a file as it is. */
  exact?: true;
  args: Record<string, CommandArgument>;
  examples: Record<string, unknown>[];
  /** Its `url` is an address to go to: the base URL applies. */
  goesTo?: boolean;
  /** It cannot do without an element: the last selector applies when none is given. */
  wantsTarget?: boolean;
}

/** One tool as the MCP server lists it. */
export interface McpTool {
  name: string;
  family: string;
  /** Listed without asking. */
  core: boolean;
  /** Listed only to clients that show apps, and shown as the session's live view. */
  app?: true;
  description: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  annotations: { readOnlyHint?: boolean; destructiveHint?: boolean; openWorldHint?: boolean };
}
