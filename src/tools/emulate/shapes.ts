import type { Session } from "../../session/session.ts";

/** Shown for a browser that is somebody else's. */
export const attachedWarning = (session: Session): string | undefined =>
  session.mode === "attached" ? "This browser is not Drover's own: the override stays until it is reset here, in DevTools, or the page closes." : undefined;
