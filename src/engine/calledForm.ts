const LITERAL = /^(?:async\b\s*)?(?:function\b|(?:\((?:[^()]|\([^()]*\))*\)|[\p{L}\w$]+)\s*=>)/u;

/**
 * The call of a script that is nothing but a function, as callers from other tools pass it: they mean its result. A script
 * whose value happens to be a function, such as `button.onclick = …`, is not called and above all not run twice.
 */
export function calledForm(script: string): string | undefined {
  const text = script.trim().replace(/[;\s]+$/, "");
  const inner = /^\(([^]*)\)$/.exec(text)?.[1]?.trim();
  return LITERAL.test(text) || (inner !== undefined && LITERAL.test(inner)) ? `(${text})()` : undefined;
}
