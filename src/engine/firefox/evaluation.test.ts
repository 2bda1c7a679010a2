import { Script } from "node:vm";
import { expect, test } from "vitest";
import { awaitingForms } from "./evaluation.ts";

/** The value of the first form that parses, as the engine picks it. */
async function run(script: string): Promise<unknown> {
  for (const form of awaitingForms(script)) {
    try {
      return await new Script(form).runInThisContext();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new SyntaxError(script);
}

test.each([
  ["await Promise.resolve(3)", 3],
  ["const a = await Promise.resolve(2); a + 1", 3],
  ["const a = await Promise.resolve(2)\na * 2;", 4],
  ["let t = 0; for (const n of [1, 2]) { t += await Promise.resolve(n); } t", 3],
  ["const s = `a;${await Promise.resolve('b')};c`; s", "a;b;c"],
  ["if (await Promise.resolve(false)) { 1 }", undefined],
])("%s", async (script, expected) => expect(await run(script)).toEqual(expected));
