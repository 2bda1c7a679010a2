import { expect, test } from "vitest";
import type { ActionResult } from "../../session/action/actionResult.ts";
import { actionForAgents, compoundForAgents } from "./actionForAgents.ts";

const nothing: ActionResult = {
  ok: true,
  action: { type: "click", selector: "#a", ref: "e1" },
  navigation: { changed: false, kind: null },
  console: { errors: [], warnings: 0 },
  pageErrors: [],
  structure: { appeared: [], removed: [], newTabs: [] },
  element: { ref: "e1", stillAttached: true, focused: false },
  snapshotDelta: { mode: "none" },
  network: { summary: { total: 0, byType: {}, failed: 0 }, requests: [] },
  warnings: [],
  error: null,
  tokensEstimate: 90,
};

const request = { requestId: "req-1", method: "GET", url: "http://a.test/", status: 200, type: "Document", ms: 12 };
const owner = { label: "Size", displayTextBefore: "S", displayTextAfter: "M", changed: true };
const place = { tag: "div", role: "generic", text: "cell", ancestorText: "" };

const cases: [name: string, result: Partial<ActionResult>, told: object][] = [
  ["nothing happened", {}, { ok: true, element: { ref: "e1" } }],
  ["the target went away", { element: { ref: "e1", stillAttached: false } }, { ok: true, element: { ref: "e1", stillAttached: false } }],
  ["the value is as asked", { element: { ref: "e1", value: "x", valueRequested: "x" } }, { ok: true, element: { ref: "e1" } }],
  ["the value is another", { element: { ref: "e1", value: "x", valueRequested: "xy" } }, { ok: true, element: { ref: "e1", value: "x", valueRequested: "xy" } }],
  ["the control shows its value", { element: { ref: "e1", value: "M", ownerControl: owner } }, { ok: true, element: { ref: "e1", value: "M" } }],
  ["the control shows something else", { element: { ref: "e1", value: "2", ownerControl: owner } }, { ok: true, element: { ref: "e1", value: "2", ownerControl: owner } }],
  ["a point that stayed what it was", { element: { hit: { before: place, after: place, focusChanged: false } } }, { ok: true, element: { hit: { before: { tag: "div", role: "generic", text: "cell" } } } }],
  [
    "a point that became another",
    { element: { hit: { before: place, after: null, focusChanged: true } } },
    { ok: true, element: { hit: { before: { tag: "div", role: "generic", text: "cell" }, after: null, focusChanged: true } } },
  ],
  [
    "the page that was asked for",
    { action: { type: "navigate", url: request.url }, navigation: { changed: true, from: "about:blank", to: request.url, kind: "full_load" }, network: { summary: { total: 1, byType: { document: 1 }, failed: 0 }, requests: [request] }, title: "A" },
    { ok: true, title: "A", element: { ref: "e1" } },
  ],
  [
    "another page than was asked for",
    { action: { type: "navigate", url: "http://b.test/" }, navigation: { changed: true, from: "about:blank", to: request.url, kind: "full_load" } },
    { ok: true, navigation: { to: request.url }, element: { ref: "e1" } },
  ],
  ["a step inside an application", { navigation: { changed: true, to: "http://a.test/#b", kind: "hash" } }, { ok: true, navigation: { to: "http://a.test/#b", kind: "hash" }, element: { ref: "e1" } }],
  [
    "requests, more than are listed",
    { network: { summary: { total: 30, byType: { xhr: 30 }, failed: 1 }, requests: [{ ...request, method: "POST", status: 500 }, { ...request, status: null, ms: null, error: "refused" }] } },
    {
      ok: true,
      element: { ref: "e1" },
      network: { total: 30, failed: 1, requests: [`req-1 POST ${request.url} 500`, `req-1 GET ${request.url} refused`] },
    },
  ],
  [
    "many requests, of which one wrote and one failed",
    { network: { summary: { total: 5, byType: { xhr: 5 }, failed: 1 }, requests: [request, request, request, { ...request, method: "POST", status: 201 }, { ...request, status: 404 }], wsFrames: [] } },
    { ok: true, element: { ref: "e1" }, network: { total: 5, failed: 1, requests: [`req-1 POST ${request.url} 201`, `req-1 GET ${request.url} 404`] } },
  ],
  ["a row that stayed as it was", { element: { ref: "e1", container: { kind: "row", rowKey: "A", rowText: "A 1", changed: false } } }, { ok: true, element: { ref: "e1" } }],
  ["an editor that shows what was asked for", { element: { ref: "e1", value: "1 x", valueRequested: "x", displayText: "1 x" } }, { ok: true, element: { ref: "e1", value: "1 x", valueRequested: "x" } }],
  ["several places", { snapshotDelta: { mode: "scoped_snapshot", scope: "e3,e4", tree: 'text "x"', truncated: false } }, { ok: true, element: { ref: "e1" }, snapshotDelta: { tree: 'text "x"' } }],
  [
    "a tree, and what appeared in it and elsewhere",
    {
      structure: { appeared: [{ role: "dialog", name: "In", ref: "e7" }, { role: "alert", name: "Out", ref: "e8" }], removed: [{ role: "row", name: "Gone" }], newTabs: [] },
      snapshotDelta: { mode: "scoped_snapshot", scope: "e3", tree: 'dialog "In" [ref=e7]', truncated: false },
    },
    {
      ok: true,
      element: { ref: "e1" },
      structure: { appeared: [{ role: "alert", name: "Out", ref: "e8" }], removed: [{ role: "row", name: "Gone" }] },
      snapshotDelta: { scope: "e3", tree: 'dialog "In" [ref=e7]' },
    },
  ],
  ["the console", { console: { errors: ["boom"], warnings: 2 }, pageErrors: ["TypeError"] }, { ok: true, element: { ref: "e1" }, console: { errors: ["boom"], warnings: 2 }, pageErrors: ["TypeError"] }],
  [
    "a refusal of ours",
    { ok: false, element: undefined, error: "not-found", message: "nothing matches", hint: "Look again.", selector: "#a", failure: { source: "unknown", hint: "Look again." } },
    { ok: false, error: "not-found", message: "nothing matches", hint: "Look again." },
  ],
  [
    "the page's fault",
    { ok: false, element: undefined, error: "covered", message: "it is covered", coveredBy: "e9", failure: { source: "app", hint: "Close the dialog." } },
    { ok: false, error: "covered", message: "it is covered", failure: { source: "app", hint: "Close the dialog." }, coveredBy: "e9" },
  ],
  ["warnings", { warnings: ["mind this"] }, { ok: true, element: { ref: "e1" }, warnings: ["mind this"] }],
];

test.each(cases)("an agent reads what there is to tell: %s", (_, result, told) => {
  expect(JSON.parse(JSON.stringify(actionForAgents({ ...nothing, ...result } as ActionResult)))).toEqual(told);
});

test("the actions inside a compound are told as briefly", () => {
  const batch = { ok: true, completed: 1, failedAt: null, results: [{ tool: "click", ok: true, result: nothing }], tokensEstimate: 120 };
  expect(compoundForAgents(batch)).toEqual({ ok: true, completed: 1, failedAt: null, results: [{ tool: "click", ok: true, result: { ok: true, element: { ref: "e1" } } }] });
});
