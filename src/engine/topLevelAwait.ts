import { Script } from "node:vm";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";

/**
 * Whether a script that also parses without top-level `await` means it all the same: `await (f())`, `await [p]` and
 * "await `x`" are to browsers the use of something named "await". It is told before anything runs, because a script must not
 * run twice, and only of scripts of which it is certain.
 */
export function meansToAwait(script: string): boolean {
  return mentionsAwait(script) && parses(script) && !parsesWithoutAwait(script) && parses(`async () => {\n${script}\n}`);
}

export const mentionsAwait = (script: string): boolean => /\bawait\b/.test(script);

/** In a static block `await` is neither an operator nor a name. It is strict and knows no `arguments`: such scripts are left alone. */
function parsesWithoutAwait(script: string): boolean {
  if (/\barguments\b/.test(script) || !parses(`"use strict";\n${script}`)) return true;
  return parses(`class Scope { static {\n${script}\n} }`);
}

function parses(script: string): boolean {
  return unlessMalformed(() => Boolean(new Script(script)), false);
}
