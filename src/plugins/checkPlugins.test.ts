import { expect, test } from "vitest";
import type { Capability } from "../policy/capability.ts";
import { checkPlugins, type Candidate } from "./checkPlugins.ts";

const plugin = (name: string, { needs = [] as string[], namespace = name, capabilities = ["read"] as Capability[], version = "1.2.0" } = {}): Candidate => ({
  name,
  found: {
    name,
    version,
    entry: "index.js",
    needs: [],
    manifest: { apiVersion: 1, namespace, capabilities, pageCode: false, verticals: [], dependsOn: needs.map((need) => ({ plugin: need.split("@")[0]!, version: need.split("@")[1] ?? "*" })) },
  },
});

const states = (candidates: Candidate[], enabled: Capability[] = ["read"]) => checkPlugins(candidates, new Set(enabled)).map(({ name, status }) => `${name} ${status}`);

test("what others depend on is loaded first", () => {
  expect(states([plugin("a", { needs: ["b"] }), plugin("b", { needs: ["c"] }), plugin("c")])).toEqual(["c loaded", "b loaded", "a loaded"]);
});

test("two of one namespace are both left out, and so is who depends on one of them", () => {
  expect(states([plugin("a", { namespace: "x" }), plugin("b", { namespace: "x" }), plugin("c", { needs: ["a"] })])).toEqual(["a disabled-by-namespace-conflict", "b disabled-by-namespace-conflict", "c disabled-by-dep-missing"]);
});

test("a circle is left out, and who only leads into it is missing a dependency", () => {
  expect(states([plugin("a", { needs: ["b"] }), plugin("b", { needs: ["a"] }), plugin("c", { needs: ["a"] })]).sort()).toEqual(["a disabled-by-cycle", "b disabled-by-cycle", "c disabled-by-dep-missing"]);
  expect(checkPlugins([plugin("a", { needs: ["b"] }), plugin("b", { needs: ["a"] })], new Set<Capability>(["read"]))[0]?.reason).toContain("→");
});

test("a dependency that is not there, of another version, or cannot be read counts as missing", () => {
  expect(states([plugin("a", { needs: ["z"] })])).toEqual(["a disabled-by-dep-missing"]);
  expect(states([plugin("a", { needs: ["b@^2.0.0"] }), plugin("b")])).toEqual(["b loaded", "a disabled-by-dep-missing"]);
  expect(states([plugin("a", { needs: ["b@^1.0.0"] }), plugin("b")])).toEqual(["b loaded", "a loaded"]);
  expect(states([plugin("a", { needs: ["b"] }), { name: "b", found: { problem: "changed" } }])).toEqual(["b load-error", "a disabled-by-dep-missing"]);
});

test("capabilities beyond the caller's leave it out for that caller", () => {
  const candidates = [plugin("a", { capabilities: ["read", "eval"] })];
  expect(states(candidates)).toEqual(["a disabled-by-capability-mismatch"]);
  expect(states(candidates, ["read", "eval"])).toEqual(["a loaded"]);
});

test("what a plugin may call is all that it depends on, and they in turn", () => {
  expect(checkPlugins([plugin("a", { needs: ["b"] }), plugin("b", { needs: ["c"] }), plugin("c")], new Set<Capability>(["read"])).at(-1)?.dependencies).toEqual(["b", "c"]);
});
