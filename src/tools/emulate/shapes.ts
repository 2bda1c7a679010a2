import type { Session } from "../../session/session.ts";

const attachedWarning = (session: Session): string | undefined =>
  session.mode === "attached" ? "This browser is not Drover's own: the override stays until it is reset here, in DevTools, or the page closes." : undefined;

/** What results say of a browser that is somebody else's: by itself and among their warnings, which are always there. */
export function told(session: Session): { warning?: string; warnings: string[] } {
  const warning = attachedWarning(session);
  return { ...(warning && { warning }), warnings: warning ? [warning] : [] };
}
