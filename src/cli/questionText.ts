import type { QuestionEvent } from "../protocol/events.ts";
import { escaped } from "../text/escape.ts";

/** Calls somebody who looks elsewhere. */
export const BELL = "\u0007";

const howTo: Record<string, (id: string) => string> = {
  acknowledge: (id) => `answer ${id}`,
  confirm: (id) => `approve ${id} or deny ${id}`,
  choose: (id) => `answer ${id} <number>`,
  input: (id) => `answer ${id} <text>`,
  pick_element: (id) => `answer ${id} <ref>, or point at it in the window`,
  files: (id) => `answer ${id} <path>, or deny ${id}`,
};

/** A question in one line, with how to answer it. */
export function questionText({ id, kind, prompt, choices = [] }: QuestionEvent): string {
  const list = choices.map((choice, index) => ` ${index}: ${escaped(choice)}`).join(",");
  return `${escaped(prompt)}${list} (${howTo[kind]?.(id) ?? `answer ${id}`})`;
}
