import { DroverError, type ErrorCode } from "../protocol/errors.ts";

/** What a thread says of a job. */
export type WorkerAnswer = { value: unknown } | { refused: { code: string; message: string; hint?: string } } | { failed: string };

export async function answerOf(work: () => unknown): Promise<WorkerAnswer> {
  try {
    return { value: await work() };
  } catch (thrown) {
    if (!(thrown instanceof DroverError)) return { failed: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
    const { code, message, hint } = thrown;
    return { refused: { code, message, ...(hint !== undefined && { hint }) } };
  }
}

/** The job's value, or what it threw. */
export function valueOf(answer: WorkerAnswer, job: string): unknown {
  if ("value" in answer) return answer.value;
  if ("refused" in answer) throw new DroverError(answer.refused.code as ErrorCode, answer.refused.message, answer.refused);
  throw new Error(`${job} failed: ${answer.failed}`);
}
