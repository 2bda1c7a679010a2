/** What an agent pays to read an answer. */
import { countTokens } from "gpt-tokenizer";
import { expect } from "vitest";
import { connectOnStdio, textOf } from "./support/mcp.ts";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

const numbers = Array.from({ length: 10 }, (_, index) => index);
const form = page(`<h1>Shop</h1><form onsubmit="return false">${numbers.map((index) => `<label>Field ${index}<input id=f${index}></label>`).join("")}
<button id=nothing type=button>Nothing</button><button id=off disabled>Off</button>
<button id=add type=button onclick="list.insertAdjacentHTML('beforeend', '<li>New item <button>Remove</button></li>')">Add</button></form><ul id=list></ul>`);

const budgets: [name: string, tool: string, input: Record<string, unknown>, tokens: number][] = [
  ["an action that changed nothing", "click", { selector: "#nothing" }, 45],
  ["an action with a change", "click", { selector: "#add" }, 80],
  ["a field that was filled", "fill", { selector: "#f1", value: "Ada" }, 40],
  ["ten fields that were filled", "fill_form", { fields: numbers.map((index) => ({ selector: `#f${index}`, value: `v${index}` })) }, 150],
  ["an action on what is not there", "click", { selector: "#missing", timeoutMs: 1000 }, 70],
  ["an action on what cannot take it", "click", { selector: "#off" }, 70],
  ["three actions in one call", "batch", { calls: [1, 2, 3].map((index) => ({ tool: "fill", args: { selector: `#f${index}`, value: "x" } })) }, 130],
  ["one candidate", "find", { query: "Add", maxCandidates: 1 }, 40],
];

test("answers are short, and whole for those who ask for all of it", async ({ server, session }) => {
  await session.call("navigate", { url: server.html("/tokens", form), mode: "none" });
  const [brief, full] = await Promise.all([connectOnStdio(), connectOnStdio({ args: ["--results", "full"] })]);
  const read = async (client: typeof brief, name: string, input: object) => textOf(await client.callTool({ name, arguments: { session: session.id, ...input } }));
  const over: string[] = [];
  for (const [name, tool, input, budget] of budgets) {
    const text = await read(brief, tool, input);
    if (countTokens(text) > budget) over.push(`${name}: ${countTokens(text)} of ${budget}: ${text}`);
  }
  expect(over).toEqual([]);
  expect(JSON.parse(await read(brief, "click", { selector: "#nothing" }))).toEqual({ ok: true, element: { ref: expect.any(String), focused: true } });
  const whole = JSON.parse(await read(full, "click", { selector: "#nothing" }));
  expect(whole).toMatchObject({ ok: true, action: { type: "click" }, navigation: { changed: false }, network: { requests: [] }, warnings: [], error: null });
  expect(whole.tokensEstimate).toBeGreaterThan(0);
  await Promise.all([brief.close(), full.close()]);
});
