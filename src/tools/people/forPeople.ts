import { DroverError } from "../../protocol/errors.ts";
import type { CallingClient } from "../context.ts";

/** Refuses agents what is for people to decide. */
export function forPeople({ kind }: CallingClient, what: string, hint: string): void {
  if (kind === "mcp") throw new DroverError("refused", what, { hint, failure: { source: "drover" } });
}
