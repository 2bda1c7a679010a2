/** Ways to say which element is meant; a tool that takes one of them takes a positional target. */
export const targetArguments = ["ref", "selector", "named", "coords"] as const;

export type Target = { ref: string } | { named: string } | { coords: { x: number; y: number } } | { selector: string };

/** `e12` is a ref, `@login` a name, `120,80` a place in the viewport, everything else a selector. */
export function readTarget(text: string): Target {
  if (/^e\d+$/.test(text)) return { ref: text };
  if (/^@[\w.-]+$/.test(text)) return { named: text.slice(1) };
  const [, x, y] = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (x !== undefined && y !== undefined) return { coords: { x: Number(x), y: Number(y) } };
  return { selector: text };
}
