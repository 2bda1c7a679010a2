import { signal } from "@preact/signals";
import { perform } from "../state/notices.ts";
import { sessions, tab } from "../state/dashboard.ts";
import { standingOf } from "../state/sessionRow.ts";

/** The session that is about to be handed back, while the note is written. */
export const handingBack = signal<string | undefined>(undefined);

export function hasWheel(session: string): boolean {
  const row = sessions.value?.get(session);
  return row?.wheel?.taken === true && standingOf({ ...row, waits: 0 }, tab.value) === "yours";
}

export const takeOver = (session: string) => perform("take_wheel", { session });

export async function handBack(session: string, note: string): Promise<void> {
  const answer = await perform("give_wheel", { session, ...(note.trim() && { note: note.trim() }) }, "Handed back.");
  if (answer.ok) handingBack.value = undefined;
}

export async function toggleWheel(session: string): Promise<void> {
  if (hasWheel(session)) handingBack.value = session;
  else await takeOver(session);
}
