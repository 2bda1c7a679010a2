import type { Script } from "webdriver-bidi-protocol";

/** How many places are tried for the end of the last statement. */
const MAX_SPLITS = 20;

/**
 * Ways to read a script with top-level `await`, best first: as one expression, then as statements of which the last is
 * the value. Each form that is a wrong reading does not parse, so only the right one ever runs.
 */
export function awaitingForms(script: string): string[] {
  const forms = [`(async () => (\n${script}\n))()`];
  const ends = [...script.matchAll(/[;\n}]/g)].map(({ index }) => index + 1).toReversed();
  for (const end of ends.slice(0, MAX_SPLITS)) {
    const last = script.slice(end).trim().replace(/;$/, "");
    if (last !== "") forms.push(`(async () => {${script.slice(0, end)}\nreturn (\n${last}\n)\n})()`);
  }
  return [...forms, `(async () => {\n${script}\n})()`];
}

/** It did not parse; a SyntaxError that running code threw has a stack. */
export const isSyntaxError = ({ text, stackTrace }: Script.ExceptionDetails): boolean =>
  text.startsWith("SyntaxError") && stackTrace.callFrames.length === 0;

/** An exception as a person would read it: its message, then where it came from. */
export function exceptionText({ text, stackTrace }: Script.ExceptionDetails): string {
  return [text, ...stackTrace.callFrames.map(frameText)].join("\n");
}

export const frameText = ({ functionName, url, lineNumber, columnNumber }: Script.StackFrame): string =>
  `    at ${functionName ? `${functionName} (` : ""}${url}:${lineNumber + 1}:${columnNumber + 1}${functionName ? ")" : ""}`;
