import type { SessionContext } from "../context.ts";

/** For files that are of no use with masks in them: dumps of storage and of memory. */
export function warnKeptAsIs({ session, warn }: Pick<SessionContext, "session" | "warn">, what: string): void {
  if (session.parts.secrets.names.length > 0) warn(`${what} keeps registered secrets as they are: treat it like a password.`);
}
