import { signal } from "@preact/signals";
import { ask, type ToolName } from "../link/ask.ts";

export interface Notice {
  id: number;
  kind: "said" | "failed";
  text: string;
  hint?: string;
}

export const notices = signal<Notice[]>([]);

const SHOWN_MS = 6000;
let lastId = 0;

/** Says something at the edge of the window, to screen readers too. What failed stays until it is dismissed. */
export function say(kind: Notice["kind"], text: string, hint?: string): void {
  const notice: Notice = { id: ++lastId, kind, text, ...(hint && { hint }) };
  notices.value = [...notices.value.slice(-3), notice];
  if (kind === "said") setTimeout(() => dismiss(notice.id), SHOWN_MS);
}

export const dismiss = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

/** Calls a tool because the person pressed something: a refusal is said to them. */
export async function perform<Tool extends ToolName>(tool: Tool, input: Parameters<typeof ask<Tool>>[1], done?: string): Promise<Awaited<ReturnType<typeof ask<Tool>>>> {
  const answer = await ask(tool, input);
  if (!answer.ok) say("failed", answer.message, answer.hint);
  else if (done) say("said", done);
  return answer;
}
