import { isDroverError } from "../../protocol/errors.ts";

/**
 * Evaluates a script as the console would, but one that declares what an earlier call has declared gets a scope of its own:
 * whoever sends `const rows = …; rows.length` twice means it twice.
 */
export async function evaluateApart<T>(script: string, evaluate: (script: string) => Promise<T>, collided?: (name: string) => unknown): Promise<T> {
  try {
    return await evaluate(script);
  } catch (thrown) {
    const name = isDroverError(thrown) ? thrown.fields["redeclared"] : undefined;
    if (typeof name !== "string" || !declares(script, name)) throw thrown;
    collided?.(name);
    return evaluate(`{${script}\n}`);
  }
}

/** Else it was code that the script ran which declared it again, and the script must not run twice. */
const declares = (script: string, name: string): boolean => /\b(?:let|const|class)\s/.test(script) && script.includes(name) && !/\beval\b/.test(script);
