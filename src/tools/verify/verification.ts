import { z } from "zod";
import { asDroverError, DroverError, type FailureSource } from "../../protocol/errors.ts";
import type { ElementReading } from "../../page/see/api.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { oneElement, type GivenTarget } from "../../session/elementTarget.ts";

export const verifiedOutput = z.object({ ok: z.literal(true), tokensEstimate: z.number().optional() });

export const verified = { ok: true as const };

interface Mismatch {
  kind: string;
  expected: unknown;
  actual: unknown;
  evidence?: Record<string, unknown>;
}

/** The page does not say what was asserted: a signal about the application. */
export function refuted({ kind, expected, actual, evidence }: Mismatch): DroverError {
  const message = `${kind}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(actual)}`;
  return new DroverError("verify-failed", message, { failure: failure("app", { kind, expected, actual, evidence }) });
}

const failure = (source: FailureSource, { kind, expected, actual, evidence }: Mismatch) => ({
  source,
  kind,
  expected,
  actual,
  ...(evidence && { evidence }),
});

/** Reads the target. When that cannot be done the assertion was not checked, which is no verdict about the page. */
export async function readTarget(
  page: SessionPage,
  target: GivenTarget,
  what: { kind: string; expected: unknown; attribute?: string },
): Promise<ElementReading> {
  const { kind, expected, attribute } = what;
  return unchecked(kind, expected, async () => {
    const located = page.locate(oneElement(target));
    const reading = await located.frame.ask("readElement", { target: located.target, attribute });
    if (reading.matches === 0) throw refuted({ kind, expected, actual: "missing (locator matched 0 nodes)" });
    return reading;
  });
}

export async function unchecked<T>(kind: string, expected: unknown, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (thrown) {
    const error = asDroverError(thrown);
    if (error.code === "verify-failed") throw error;
    throw new DroverError(error.code, error.message, {
      hint: error.hint,
      fields: error.fields,
      failure: { ...failure("drover", { kind, expected, actual: error.message }), ...(error.hint && { hint: error.hint }) },
      cause: thrown,
    });
  }
}
