import { expect, test } from "vitest";
import { registry } from "./registry.ts";
import { Toolbox } from "./toolbox.ts";

test("every tool of the registry is found by its name, and nothing else", async () => {
  const toolbox = new Toolbox();
  expect(toolbox.names).toEqual([...registry.keys()]);
  for (const [name, tool] of registry) expect(await toolbox.named(name)).toBe(tool);
  for (const name of ["clik", "constructor", ""]) expect(await toolbox.named(name)).toBeUndefined();
});

test("a call whose tools are there does not overtake an earlier one whose tools are still to be loaded", async () => {
  const toolbox = new Toolbox();
  await toolbox.named("navigate");
  const order: string[] = [];
  await Promise.all(["click", "navigate", "nothing of ours"].map(async (name) => {
    await toolbox.named(name);
    order.push(name);
  }));
  expect(order).toEqual(["click", "navigate", "nothing of ours"]);
});
