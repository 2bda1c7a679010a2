import type { PeopleForm, ResultForm } from "../protocol/messages.ts";
import { escaped } from "../text/escape.ts";
import { plainText } from "./plainText.ts";

/** How results look to a reader: an agent gets plain text, a person may get colour and a terminal's width. */
export interface TextStyle {
  reader: "agent" | "person";
  /** An agent, or a program in its place, that wants every field. */
  whole?: boolean;
  columns: number;
  color: boolean;
}

/** Text for a reader, of a result or a refusal; undefined leaves it to the reader's default. */
export type Renderer = (data: never, style: TextStyle) => string | undefined;

export interface Rendering {
  text?: Renderer | undefined;
  /** The renderer gets texts as they are, and sees to it that none of them can pass for a line of ours. */
  verbatim?: boolean | undefined;
}

/** With every text in it on one line and nothing unseen: whatever a renderer makes of it, a page cannot add to its lines. */
function onLines(value: unknown): unknown {
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return value.map(onLines);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [escaped(key), onLines(item)]));
}

/** The text form of a result, when one was asked for: the tool's own, else JSON for agents and a plain rendering for people. */
export function render(data: unknown, { text: own, verbatim }: Rendering, form: ResultForm, people: PeopleForm | undefined): string | undefined {
  if (form === "data") return undefined;
  const style = styleOf(form, people);
  return own?.((verbatim ? data : onLines(data)) as never, style) ?? (style.reader === "agent" ? undefined : plainText(beyondTheMessage(data)));
}

function styleOf(form: ResultForm, people: PeopleForm | undefined): TextStyle {
  if (form === "people") return { reader: "person", columns: people?.columns ?? 100, color: people?.color ?? false };
  return { reader: "agent", columns: 120, color: false, whole: form === "agent-whole" };
}

/** The front end says by itself that it worked, or why not, and what to watch out for. */
function beyondTheMessage(data: unknown): unknown {
  if (!isRecord(data)) return data;
  const told = isRefusal(data) ? ["error", "message", "hint", "failure"] : [];
  return Object.fromEntries(Object.entries(data).filter(([key]) => ![...told, "ok", "warnings", "tokensEstimate"].includes(key)));
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

export const isRefusal = (data: unknown): boolean => isRecord(data) && data["ok"] === false;
