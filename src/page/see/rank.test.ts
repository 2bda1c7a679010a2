import { describe, expect, it } from "vitest";
import { distance, feedbackBoost, isNear, order, parseQuery, score, Spelling, type CandidateFacts } from "./rank.ts";

const facts = (given: Partial<CandidateFacts>): CandidateFacts => ({
  role: "button",
  name: "",
  test: "",
  text: "",
  extra: "",
  around: "",
  interactive: true,
  on: false,
  ...given,
});

const winner = (query: string, candidates: Partial<CandidateFacts>[]) => {
  const scores = candidates.map((candidate) => score(parseQuery(query), facts(candidate)));
  return scores.indexOf(Math.max(...scores));
};

describe("score", () => {
  it.each<[string, string, Partial<CandidateFacts>[]]>([
    ["an exact name beats a longer one", "save", [{ name: "Save all drafts" }, { name: "Save" }]],
    ["the kind asked for beats another", "the Save button", [{ role: "link", name: "Save" }, { name: "Save" }]],
    [
      "a name beats the same word in the text around",
      "delete",
      [{ role: "generic", text: "delete things here" }, { name: "Delete" }],
    ],
    [
      "a test id finds an icon without a name",
      "voiceover tab",
      [
        { role: "tab", name: "Voice settings" },
        { role: "tab", test: "feature-voiceover-tab" },
      ],
    ],
    ["an icon that is on beats its sibling", "panel", [{ test: "panel-a" }, { test: "panel-b", on: true }]],
    [
      "the row decides between twins",
      "edit Alice",
      [
        { name: "Edit", around: "Bob Sales" },
        { name: "Edit", around: "Alice Engineering" },
      ],
    ],
    [
      "a placeholder counts",
      "email field",
      [
        { role: "textbox", name: "Name" },
        { role: "textbox", name: "Contact", extra: "you@email.example email" },
      ],
    ],
    ["camel case in test ids is split", "sign up", [{ test: "logIn" }, { test: "signUpButton" }]],
  ])("%s", (_, query, candidates) => {
    expect(winner(query, candidates)).toBe(1);
  });

  it("is zero when only the surroundings match", () => {
    expect(score(parseQuery("alice"), facts({ name: "Edit", around: "Alice" }))).toBe(0);
  });

  it("is zero when only the kind matches but a name was asked for", () => {
    expect(score(parseQuery("the Save button"), facts({ name: "Cancel" }))).toBe(0);
  });

  it("takes a bare kind as the whole question", () => {
    expect(score(parseQuery("checkbox"), facts({ role: "checkbox", name: "I agree" }))).toBeGreaterThan(0);
  });

  it.each([
    ["sbumit", "Submit"],
    ["setings", "Settings"],
    ["categories", "Category"],
    ["accounts", "Account"],
  ])("%s is forgiven for %s, below the exact word", (typed, name) => {
    expect(score(parseQuery(typed), facts({ name }))).toBe(0);
    const forgiven = score(parseQuery(typed), facts({ name }), new Spelling());
    expect(forgiven).toBeGreaterThan(0);
    expect(forgiven).toBeLessThan(score(parseQuery(name), facts({ name })));
  });
});

describe("isNear", () => {
  it.each([
    ["save", "same", true],
    ["cat", "car", false],
    ["boxes", "box", true],
    ["address", "addresses", true],
    ["registration", "registraton", true],
    ["delete", "select", false],
  ])("%s, %s: %s", (a, b, expected) => {
    expect(isNear(a, b)).toBe(expected);
  });

  it("gives up early on long differences", () => {
    expect(distance("abcdefgh", "hgfedcba", 2)).toBe(3);
  });
});

describe("order", () => {
  const entry = (
    id: string,
    given: Partial<{ score: number; actionable: boolean; interactive: boolean; container: boolean }>,
  ) => ({
    id,
    score: 1,
    actionable: true,
    interactive: true,
    container: false,
    ...given,
  });
  const ids = (...entries: ReturnType<typeof entry>[]) => order(entries).map(({ id }) => id);

  it("puts what can be acted on before a better match that cannot", () => {
    expect(ids(entry("hidden", { score: 9, actionable: false }), entry("seen", { score: 7 }))).toEqual(["seen", "hidden"]);
  });

  it("does not let a weak match in view pass a strong one out of view", () => {
    expect(ids(entry("below", { score: 20, actionable: false }), entry("seen", { score: 7 }))).toEqual(["below", "seen"]);
  });

  it("puts wrappers below controls when a control matched", () => {
    expect(ids(entry("panel", { score: 9, interactive: false, container: true }), entry("tab", { score: 6 }))).toEqual([
      "tab",
      "panel",
    ]);
  });

  it("leaves wrappers in place when no control matched", () => {
    const panel = entry("panel", { score: 9, interactive: false, container: true });
    expect(ids(panel, entry("text", { score: 3, interactive: false }))).toEqual(["panel", "text"]);
  });

  it("keeps document order among equals", () => {
    expect(ids(entry("a", {}), entry("b", {}))).toEqual(["a", "b"]);
  });
});

describe("feedbackBoost", () => {
  const memory = [{ query: "the save button in the toolbar", identity: { testId: "save-btn" } }];

  it("lifts the element that was right before", () => {
    expect(feedbackBoost("save toolbar", { test: "save-btn", role: "button", name: "" }, memory)).toBeGreaterThan(0);
  });

  it("leaves other elements and other questions alone", () => {
    expect(feedbackBoost("save toolbar", { test: "other", role: "button", name: "" }, memory)).toBe(0);
    expect(feedbackBoost("open menu", { test: "save-btn", role: "button", name: "" }, memory)).toBe(0);
  });
});
