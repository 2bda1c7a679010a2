import { expect } from "vitest";
import { bundledRegistry } from "./support/bundledRegistry.ts";
import { requireDeclared } from "./support/declaredResult.ts";
import { test } from "./support/session.ts";

test("a result with a field that its tool does not declare fails the test that sees it", async ({ session }) => {
  const registry = await bundledRegistry();
  const { ok, data } = await session.outcome("route", { urlPattern: "**/nowhere" });
  const [first] = (data as { routes: object[] }).routes;
  expect(() => requireDeclared(registry, "route", { ok, data: { ok: true, routes: [{ ...first, extra: 1 }] } })).toThrow('Unrecognized key: "extra"');
});
