import { setTimeout as delay } from "node:timers/promises";
import type { EngineInput } from "../../engine/port.ts";
import { hasKeys, pressKey, typeLine } from "../keyboard.ts";

interface Typing {
  /** Between two characters. */
  delayMs: number;
  signal: AbortSignal;
}

/** Types at the caret: characters by their keys, new lines and tabs by theirs, and what no key gives as an input method would put it. */
export async function typeText(input: EngineInput, text: string, { delayMs, signal }: Typing): Promise<void> {
  for (const [index, piece] of (delayMs > 0 ? [...text] : runsOf(text)).entries()) {
    if (index > 0 && delayMs > 0) await delay(delayMs, undefined, { signal });
    signal.throwIfAborted();
    const key = named[piece];
    if (key) await pressKey(input, key);
    else if (hasKeys(piece)) await typeLine(input, piece);
    else await input.insertText(piece);
  }
}

const named: Record<string, string> = { "\n": "Enter", "\t": "Tab" };

/** Longest pieces that go in one way. */
export function runsOf(text: string): string[] {
  const runs: string[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const joins = last !== undefined && !(last in named) && !(character in named) && hasKeys(last) === hasKeys(character);
    if (joins) runs[runs.length - 1] = last + character;
    else runs.push(character);
  }
  return runs;
}
