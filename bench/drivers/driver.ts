import type { Tool } from "@modelcontextprotocol/client";
import type { Workplace } from "../workplace.ts";

/** An element as a person would name it; `selector` is for tools that take one. */
export interface Target {
  selector: string;
  role: string;
  /** The beginning of its accessible name. */
  name: string;
}

export interface Field extends Target {
  value: string;
}

/** What the tool itself needs to address an element: a ref, a uid or a selector. */
export type Handle = string;

/** What the caller reads back. */
export interface Answer {
  text: string;
  /** Bytes of pictures in the answer, which do not count as text. */
  imageBytes: number;
  /** Of a command in a shell: how long it took there. */
  took?: number;
}

/** A call as it goes over the wire. */
export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
  answer: Answer;
}

export type CallObserver = (call: ToolCall) => void;

/** Memory in bytes behind a running tool: of its own processes, and of the browsers it started. */
export interface Footprint {
  tool: number;
  browser: number;
  /** All that the largest of its own processes has in memory, shared with others or not. */
  resident: number;
}

/** A tool with a browser, doing the work that the bench measures. */
export interface RunningTool {
  open(url: string): Promise<Answer>;
  evaluate(expression: string): Promise<Answer>;
  snapshot(): Promise<Answer>;
  /** Searches the page for elements by words; absent where the tool has nothing of the kind. */
  find?(words: string): Promise<Answer>;
  /** How the tool addresses the elements; outside the clock, because it belongs to looking and not to acting. */
  locate(targets: readonly Target[]): Promise<Handle[]>;
  click(handle: Handle): Promise<Answer>;
  fillForm(fields: readonly { handle: Handle; field: Field }[]): Promise<Answer>;
  screenshot(): Promise<Answer>;
  /** The requests the page has made. */
  network?(): Promise<Answer>;
  /** A command that needs no page, whatever comes of it. */
  command?(word: string): Promise<Answer>;
  /** What an agent's host puts into the model's context before the first word. */
  tools?(): Promise<Tool[]>;
  /** Tells of every call that follows, as the agent's host sees it. */
  observe?(observer: CallObserver): void;
  /** The element's handle, if an answer of the tool shows it. */
  handleIn?(text: string, target: Target): Handle | undefined;
  /** Asks whether the page says so. */
  verify?(text: string): Promise<Answer>;
  /** What applications need besides forms. */
  hands?: {
    doubleClick(handle: Handle): Promise<Answer>;
    press(key: string): Promise<Answer>;
    wait(text: string): Promise<Answer>;
    /** Presses a place of the page where the tool shows no element. */
    clickAt(point: { x: number; y: number }): Promise<Answer>;
    /** Whether it must be told which element gets the text, also when that has the focus. */
    typesIntoElements?: boolean;
    /** Adds text to what has the focus. */
    type(handle: Handle, text: string): Promise<Answer>;
  };
  /** Opens the page in one more session that shares no cookies with the others. */
  addSession?(index: number, url: string): Promise<void>;
  footprint(): Promise<Footprint>;
  stop(): Promise<void>;
}

export type Surface = "mcp" | "cli" | "library" | "floor";

export interface Driver {
  name: string;
  /** The npm package whose version the report names. */
  package: string;
  surface: Surface;
  /** What a reader must know to read its numbers: fixed waits, and work its answers leave out. */
  notes: readonly string[];
  /** Whether every session is a browser of its own, so that fifty of them are more than a machine should be asked for. */
  browserPerSession?: boolean;
  /** @param args added to the command line of the tool's server */
  start(workplace: Workplace, args?: readonly string[]): Promise<RunningTool>;
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Finds handles in snapshots that give each element a line with its role, its name and the tool's mark. Names are quoted or behind a colon, and
 * may begin with an icon.
 * @param mark a pattern whose first group is the handle
 */
export const handleByLine =
  (mark: RegExp) =>
  (text: string, { role, name }: Target): Handle | undefined => {
    const shown = new RegExp(`(?:^|[\\s"-])${literally(role)}(?: "|(?: \\[[^\\]]*\\])*: "?)[\\s\\ue000-\\uf8ff]*${literally(name)}`);
    const line = text.split("\n").find((each) => shown.test(each) && mark.test(each));
    return line === undefined ? undefined : mark.exec(line)?.[1];
  };

export const textAnswer = (text: string): Answer => ({ text, imageBytes: 0 });

/** For tools that take a selector where they take a ref. */
export const bySelector = async (targets: readonly Target[]): Promise<Handle[]> => targets.map(({ selector }) => selector);
