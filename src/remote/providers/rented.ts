import { z } from "zod";
import type { Endpoint } from "../../config/endpoint.ts";
import { DroverError } from "../../protocol/errors.ts";
import { askFar, farRefusal, type FarAnswer, type FarQuestion } from "../askFar.ts";

/** Asks a provider's API and reads its answer. A no, and an answer in another shape, are told as the provider's. */
export async function askProvider<T>(endpoint: Endpoint, path: string, what: string, schema: z.ZodType<T>, question: FarQuestion = {}): Promise<T> {
  const answer = await askFar(endpoint, path, question);
  if (answer.status < 200 || answer.status > 299) throw farRefusal(endpoint, answer, what);
  return understood(endpoint, answer, what, schema);
}

/** The same for a browser that may be gone: undefined when the provider has it no more. */
export async function askIfThere<T>(endpoint: Endpoint, path: string, what: string, schema: z.ZodType<T>, question: FarQuestion = {}): Promise<T | undefined> {
  const answer = await askFar(endpoint, path, question);
  if (answer.status === 404 || answer.status === 410) return undefined;
  if (answer.status < 200 || answer.status > 299) throw farRefusal(endpoint, answer, what);
  return understood(endpoint, answer, what, schema);
}

function understood<T>(endpoint: Endpoint, answer: FarAnswer, what: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  const found = answer.json === undefined ? "it is no JSON" : parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`.trim()).join("; ");
  throw new DroverError("provider-failed", `endpoint "${endpoint.name}" answered something else than it documents when it was asked to ${what}: ${found}`, {
    hint: "Its API may have changed. Is it the endpoint that its kind says?",
    failure: { source: "unknown" },
  });
}

/** A provider is asked with its key. */
export function keyOf({ name, key }: Endpoint): string {
  if (key !== undefined) return key;
  throw new DroverError("bad-input", `endpoint "${name}" has no key`, { hint: `A person gives it: drover endpoint add ${name} … --key` });
}
