import { describe, expect, test } from "vitest";
import { z } from "zod";
import { registry } from "../../src/tools/registry.ts";
import { requireDeclared } from "../e2e/support/declaredResult.ts";
import { strictly } from "../e2e/support/strictSchema.ts";

test.each<[string, z.ZodType, unknown]>([
  ["an object", z.object({ a: z.number() }), { a: 1, more: 2 }],
  ["what is in an array", z.array(z.object({ a: z.number() })), [{ a: 1, more: 2 }]],
  ["what may be left out", z.object({ in: z.object({}).optional() }), { in: { more: 2 } }],
  ["what may be null", z.object({}).nullable(), { more: 2 }],
  ["every kind of a union", z.union([z.string(), z.object({ a: z.number() })]), { a: 1, more: 2 }],
  ["the values of a record", z.record(z.string(), z.object({})), { key: { more: 2 } }],
  ["the places of a tuple", z.tuple([z.object({})]), [{ more: 2 }]],
])("a field too many is found in %s", (_, schema, data) => {
  expect(schema.safeParse(data).success).toBe(true);
  expect(z.safeParse(strictly(schema), data).success).toBe(false);
});

test("what is declared as open stays open", () => expect(z.safeParse(strictly(z.looseObject({})), { more: 1 }).success).toBe(true));

describe("a result", () => {
  const route = { ok: true, routes: [{ urlPattern: "**/a", served: 0 }] };
  const check = (data: Record<string, unknown>) => () => requireDeclared(registry, "route", { ok: data["ok"] !== false, data });

  test("that is as declared passes, with the warnings that dispatch may add", () => expect(check({ ...route, warnings: ["late"] })).not.toThrow());
  test("with a field too many fails", () => expect(check({ ...route, extra: 1 })).toThrow('Unrecognized key: "extra"'));
  test("with a field too few fails", () => expect(check({ ok: true })).toThrow("routes"));
  test("that is a refusal needs a known code and a message", () => {
    expect(check({ ok: false, error: "bad-input", message: "no" })).not.toThrow();
    expect(check({ ok: false, error: "oops", message: "no" })).toThrow("error");
  });
  test("inside a batch is held against its own tool", () => {
    const batch = (result: object) => ({ ok: true, data: { ok: true, completed: 1, failedAt: null, results: [{ tool: "route", ok: true, result }] } });
    expect(() => requireDeclared(registry, "batch", batch(route))).not.toThrow();
    expect(() => requireDeclared(registry, "batch", batch({ ...route, extra: 1 }))).toThrow("the result of route");
  });
});

test("every tool's answer can be made strict", () => {
  for (const { output } of registry.values()) expect(strictly(output)).toBeDefined();
});
