import { guardedRules, requirePublic } from "../../session/judgedAddress.ts";
import type { Session } from "../../session/session.ts";
import type { DaemonContext } from "../context.ts";

/** In a session without the guard the addresses of its pages are judged at least. */
export async function judgeUnguarded({ bounds }: DaemonContext, session: Session, address: string): Promise<void> {
  if (isGuarded(session) || !URL.canParse(address) || !/^https?:/.test(address)) return;
  await requirePublic(new URL(address), guardedRules(bounds));
}

export const isGuarded = ({ plan }: Session): boolean => plan.gate?.guard === true;

export const unguardedText = (id: string): string => `Session "${id}" was opened without the guard: only the addresses of its pages are judged, not what they load.`;
