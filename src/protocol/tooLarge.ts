import { DroverError } from "./errors.ts";
import type { Outcome } from "./messages.ts";

const MB = 1_000_000;

/** Takes the place of an outcome that would not fit into a message. */
export function tooLarge(bytes: number, limit: number): Outcome {
  const refusal = new DroverError("too-large", `the result has ${(bytes / MB).toFixed(1)} MB, and an answer takes ${(limit / MB).toFixed(1)} MB`, {
    hint: "What the call was to do is done. Ask for a smaller part, or have it written to a file where the tool takes a path; auth_save keeps a state without returning it.",
  });
  return { ok: false, data: refusal.toResult() };
}
