/** Options before the command that bring a word of their own. */
export const leadingValueFlags = new Set(["--session", "--context", "--base-url", "--output", "-o", "--page", "--target", "--timeout", "--timeout-ms"]);

/** Options may stand before the command, as in `drover -v --session shop click e12`. */
export function splitCommand(argv: string[]): { name: string | undefined; rest: string[] } {
  let index = 0;
  while (index < argv.length && argv[index]!.startsWith("-")) index += leadingValueFlags.has(argv[index]!) ? 2 : 1;
  return { name: argv[index], rest: [...argv.slice(0, index), ...argv.slice(index + 1)] };
}
