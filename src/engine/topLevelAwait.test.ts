import { expect, test } from "vitest";
import { meansToAwait } from "./topLevelAwait.ts";

test.each([
  "await (async () => 5)()",
  "await [1]",
  "await `x`",
  "window.n = 1; const a = await (f()); a",
  "let t = 0; for (const n of [1, 2]) { t += await (n) } t",
])("%s awaits", (script) => expect(meansToAwait(script)).toBe(true));

test.each([
  ["does not parse otherwise, so the browser tells", "await f()"],
  ["awaits within a function", "(async () => await (f()))()"],
  ["speaks of it", "'await (1)' /* await (1) */"],
  ["has something of that name", "var await = (x) => x; await (1)"],
  ["has it within a function", "function f(await) { return await (1) }"],
  ["is not strict", "with (document) { await (1) }"],
  ["is none", "await ("],
])("a script that %s: %s", (_, script) => expect(meansToAwait(script)).toBe(false));
