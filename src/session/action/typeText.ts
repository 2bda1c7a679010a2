import { setTimeout as delay } from "node:timers/promises";
import type { EngineInput } from "../../engine/port.ts";
import { hasKeys, pressKey, typeLine } from "../keyboard.ts";

interface Typing {
  /** Between two characters. */
  delayMs: number;
  signal: AbortSignal;
  /** Of what has the focus: whether it takes text; with `wait`, once a field that a key may have opened had the time to come up. */
  takesText(wait: boolean): Promise<boolean>;
}

/** Types at the caret: characters by their keys, new lines and tabs by theirs, and what no key gives as an input method would put it. */
export async function typeText(input: EngineInput, text: string, { delayMs, signal, takesText }: Typing): Promise<void> {
  const opens = delayMs === 0 && text.length > 1 && !(await takesText(false));
  for (const [index, piece] of (delayMs > 0 ? [...text] : runsOf(text, opens)).entries()) {
    if (index > 0 && delayMs > 0) await delay(delayMs, undefined, { signal });
    signal.throwIfAborted();
    const key = named[piece];
    if (key) await pressKey(input, key);
    else if (hasKeys(piece)) await typeLine(input, piece);
    else await input.insertText(piece);
    if (opens && index === 0) await takesText(true);
  }
}

const named: Record<string, string> = { "\n": "Enter", "\t": "Tab" };

/** Longest pieces that go in one way. Where the first key opens the field that takes the others, as in a cell of a grid, it comes by itself. */
export function runsOf(text: string, opens = false): string[] {
  const runs: string[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const joins = last !== undefined && !(opens && runs.length === 1) && !(last in named) && !(character in named) && hasKeys(last) === hasKeys(character);
    if (joins) runs[runs.length - 1] = last + character;
    else runs.push(character);
  }
  return runs;
}
