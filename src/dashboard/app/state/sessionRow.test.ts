import { expect, test } from "vitest";
import { fits, inOrder, standingOf, type SessionRow } from "./sessionRow.ts";

const row = (id: string, more: Partial<SessionRow> = {}): SessionRow => ({
  id,
  mode: "incognito",
  browser: "chromium",
  engine: "chromium",
  headless: true,
  url: "https://example.com/cart",
  title: "Cart",
  pages: 1,
  openedAt: "2026-01-01T00:00:00Z",
  drives: "agent",
  waits: 0,
  running: 0,
  ...more,
});
const taken = (holder: string) => ({ wheel: { taken: true, holder, waiting: 0 } });

test.each([
  ["idle", {}],
  ["working", { running: 1 }],
  ["held", taken("another")],
  ["yours", taken("mine")],
  ["lost", { lost: true, running: 1 }],
  ["asks", { waits: 1, lost: true, ...taken("mine") }],
] as const)("%s", (standing, more) => expect(standingOf(row("s", more), "mine")).toBe(standing));

test("nobody's wheel is a tab's that does not know its name yet", () => expect(standingOf(row("s", { wheel: { taken: true, waiting: 0 } }), undefined)).toBe("held"));

test("those that need a person come first, the rest by name with numbers in order", () => {
  const rows = [row("s10"), row("s9", { running: 3 }), row("b", taken("mine")), row("z", { waits: 1 }), row("y", { lost: true }), row("x", { name: "a name" })];
  expect(inOrder(rows, "mine").map(({ id }) => id)).toEqual(["z", "y", "b", "x", "s9", "s10"]);
});

test.each([
  ["", true],
  ["cart EXAMPLE", true],
  ["cart firefox", false],
  ["headless agent", true],
  ["headed", false],
  ["working", true],
])("the filter %j", (words, wanted) => expect(fits(row("s", { running: 1 }), words, undefined)).toBe(wanted));
