/** Where the page's own world leaves an answer for the isolated one, which reads it only while a person's event is under way. */
export const ANSWER_ATTRIBUTE = "data-drover-answer";

export interface GivenAnswer {
  kind?: string;
  value: unknown;
}

export function answerOf(text: string): GivenAnswer | undefined {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === "object" && given !== null && "value" in given ? { ...("kind" in given && { kind: String(given.kind) }), value: given.value } : undefined;
  } catch {
    // The page wrote something else there: no answer.
    return undefined;
  }
}
