import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { askMode } from "../../session/asks/askPolicy.ts";
import type { AskMode } from "../../page/asks/api.ts";
import { closest } from "../../text/closest.ts";
import type { SessionContext } from "../context.ts";

/** Names that a caller gave, of which one may be misspelt. */
export function requireKnown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = closest(unknown, known);
  throw new DroverError("bad-input", `unknown ${what} "${unknown}"`, { hint: near ? `Did you mean "${near}"?` : `Known are ${known.join(", ")}.` });
}

/** A mode for everything, or one with exceptions. */
export const policyOption = (exceptions: string) =>
  z.union([askMode, z.object({ mode: askMode.optional(), [exceptions]: z.record(z.string(), askMode).optional() })]).optional();

export function readPolicyOption(given: string | Record<string, unknown>, exceptions: string): { mode: AskMode; exceptions: Record<string, AskMode> } {
  const shape = z.object({ mode: askMode.default("raise"), [exceptions]: z.record(z.string(), askMode).default({}) });
  const policy = shape.parse(typeof given === "string" ? { mode: given } : given) as Record<string, unknown>;
  return { mode: policy["mode"] as AskMode, exceptions: policy[exceptions] as Record<string, AskMode> };
}

/** In somebody else's browser every answer says what is done to it. */
export function warnAttached({ session, warn }: Pick<SessionContext, "session" | "warn">, what: string): void {
  if (session.mode === "attached") warn(`BYOB caveat: ${what}`);
}
