import type { Script } from "webdriver-bidi-protocol";
import { DroverError } from "../../protocol/errors.ts";
import { BidiError } from "./connection.ts";

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

const WITHOUT_STACK = /unable to build exceptionDetails for exception: ([^]*)/;

/** Firefox knows no stack of some rejected promises, and fails where it should tell what they were rejected with. */
export function rethrowRejection(cause: unknown): never {
  const reason = cause instanceof BidiError ? WITHOUT_STACK.exec(cause.message)?.[1] : undefined;
  throw reason === undefined ? cause : new DroverError("script-error", reason, { cause, failure: { source: "app" } });
}

/** An exception as a person would read it: its message, then where it came from. */
export function exceptionText({ text, stackTrace }: Script.ExceptionDetails): string {
  return [text, ...stackTrace.callFrames.map(frameText)].join("\n");
}

export const frameText = ({ functionName, url, lineNumber, columnNumber }: Script.StackFrame): string =>
  `    at ${functionName ? `${functionName} (` : ""}${url}:${lineNumber + 1}:${columnNumber + 1}${functionName ? ")" : ""}`;
