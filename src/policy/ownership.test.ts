import { expect, test } from "vitest";
import { isHeir, mayUse, person, usualSession, type Owned, type Owner } from "./ownership.ts";

const agent = (id: string, more: Partial<Extract<Owner, { kind: "agent" }>> = {}): Owner => ({ kind: "agent", id, pid: 1, folder: "/work", ...more });
const of = (owner: Owner | undefined, shared?: boolean): Owned => ({ id: "s", owner, shared });

test.each<[string, Owner, Owned, boolean, boolean]>([
  ["a person, an agent's", person, of(agent("a")), false, true],
  ["a person, what another one keeps", person, of(person, false), false, true],
  ["an agent, a person's", agent("a"), of(person), false, true],
  ["an agent, what a person keeps", agent("a"), of(person, false), false, false],
  ["an agent, an old record's", agent("a"), of(undefined), false, true],
  ["an agent, its own", agent("a"), of(agent("a")), false, true],
  ["an agent, another's", agent("b"), of(agent("a")), false, false],
  ["an agent, another's that is shared", agent("b"), of(agent("a"), true), false, true],
  ["an agent, its namesake's", agent("b", { name: "ada" }), of(agent("a", { name: "ada" })), false, true],
  ["an agent, one of another name's", agent("b", { name: "eve" }), of(agent("a", { name: "ada" })), false, false],
  ["an agent, what was left behind in its folder", agent("b"), of(agent("a")), true, true],
  ["an agent, what was left behind elsewhere", agent("b", { folder: "/other" }), of(agent("a")), true, false],
  ["an agent, what a named one left behind", agent("b"), of(agent("a", { name: "ada" })), true, false],
])("%s", (_, caller, session, ended, may) => expect(mayUse(caller, session, () => ended)).toBe(may));

test("who takes up what was left behind is not who had it", () => {
  expect(isHeir(agent("b"), agent("a"), () => true)).toBe(true);
  expect(isHeir(agent("a"), agent("a"), () => true)).toBe(false);
  expect(isHeir(person, agent("a"), () => true)).toBe(false);
});

test.each<[string, Owner, Record<string, Owned>, boolean, string]>([
  ["nobody has one", agent("a"), {}, false, "default"],
  ["it is a person's", agent("a"), { default: of(person) }, false, "default"],
  ["it is its own", agent("a"), { default: of(agent("a")) }, false, "default"],
  ["it is another agent's", agent("b"), { default: of(agent("a")) }, false, "default-2"],
  ["it is shared", agent("b"), { default: of(agent("a"), true) }, false, "default"],
  ["it is that of an agent elsewhere that is gone", agent("b", { folder: "/other" }), { default: of(agent("a")) }, true, "default-2"],
  ["it was left behind in its folder", agent("b"), { default: of(agent("a")) }, true, "default"],
  ["the next one is a third agent's", agent("c"), { default: of(agent("a")), "default-2": of(agent("b")) }, false, "default-3"],
  ["it has one beside it, and the first is free again", agent("b"), { "default-2": of(agent("b")) }, false, "default-2"],
  ["it has one beside it, and the first is a person's now", agent("b"), { default: of(person), "default-2": of(agent("b")) }, false, "default-2"],
  ["a person keeps it", agent("b"), { default: of(person, false) }, false, "default-2"],
  ["a person asks", person, { default: of(agent("a")) }, false, "default"],
])("the session of a caller that names none, when %s", (_, caller, sessions, ended, id) => expect(usualSession(caller, (each) => sessions[each], (plan) => mayUse(caller, plan, () => ended))).toBe(id));
