import type { PeopleForm, ResultForm } from "../protocol/messages.ts";
import { plainText } from "./plainText.ts";

/** How results look to a reader: an agent gets plain text, a person may get colour and a terminal's width. */
export interface TextStyle {
  reader: "agent" | "person";
  columns: number;
  color: boolean;
}

/** Text for a reader, of a result or a refusal; undefined leaves it to the reader's default. */
export type Renderer = (data: never, style: TextStyle) => string | undefined;

/** The text form of a result, when one was asked for: the tool's own, else JSON for agents and a plain rendering for people. */
export function render(data: unknown, own: Renderer | undefined, form: ResultForm, people: PeopleForm | undefined): string | undefined {
  if (form === "data") return undefined;
  const style: TextStyle =
    form === "agent" ? { reader: "agent", columns: 120, color: false } : { reader: "person", columns: people?.columns ?? 100, color: people?.color ?? false };
  return own?.(data as never, style) ?? (form === "agent" ? undefined : plainText(beyondTheMessage(data)));
}

/** The front end says by itself that it worked, or why not, and what to watch out for. */
function beyondTheMessage(data: unknown): unknown {
  if (!isRecord(data)) return data;
  const told = isRefusal(data) ? ["error", "message", "hint", "failure"] : [];
  return Object.fromEntries(Object.entries(data).filter(([key]) => ![...told, "ok", "warnings", "tokensEstimate"].includes(key)));
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

export const isRefusal = (data: unknown): boolean => isRecord(data) && data["ok"] === false;
