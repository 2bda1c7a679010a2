import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tryPlugin, type TriedPlugin } from "../../src/sdk/pluginTest/index.ts";
import { frameworkApp } from "./support/frameworkApp.ts";
import { engine, type Data } from "./support/session.ts";

let plugin: TriedPlugin;
const call = (tool: string, input?: Record<string, unknown>): Promise<Data> => plugin.call(tool, input);
const show = async (app: string): Promise<void> => {
  await plugin.show(`<!doctype html><title>Board</title><div id="root"></div><script type="module">${(await frameworkApp(app)).replaceAll("</script", "<\\/script")}</script>`);
  await call("wait_for", { text: "Add" });
};
const refOf = async (role: string, name: string): Promise<string> => {
  const { tree } = await call("snapshot");
  const found = new RegExp(`${role}[^\\n]*${name}[^\\n]*?\\b(e\\d+)\\b|\\b(e\\d+)\\b[^\\n]*${role}[^\\n]*${name}`).exec(String(tree));
  return found?.[1] ?? found?.[2] ?? "";
};

beforeAll(async () => {
  plugin = await tryPlugin(path.resolve(import.meta.dirname, "../../plugins/components"), { engine, capabilities: ["read", "navigation", "action", "human"] });
});
afterAll(() => plugin?.close());

describe.each(["react", "vue"])("of a production build of %s", (framework) => {
  test("components.tree outlines the components, and components.inspect tells of one by its id or an element's ref", async () => {
    await show(`${framework}Board`);
    const { components, frameworks } = await call("components.tree");
    expect(frameworks).toEqual([framework]);
    expect(components.filter(({ key }: Data) => key).map(({ key, depth, element }: Data) => ({ key, depth, element }))).toEqual([{ key: "7", depth: 1, element: "<li.row>" }]);
    const [board] = components;
    const whole = await call("components.inspect", { id: board.id });
    expect(whole).toMatchObject({ framework, props: { owner: { name: "Ada" } }, above: [] });
    expect(JSON.stringify(whole.hooks ?? whole.state)).toContain('"label":"milk"');
    const byRef = await call("components.inspect", { ref: await refOf("button", "Add") });
    expect(byRef.id).toBe(board.id);
    expect(await call("components.tree", { id: components[1].id })).toMatchObject({ components: [{ id: components[1].id }] });
  });

  test("components.renders counts what an action rendered, and why", async () => {
    await show(`${framework}Board`);
    const { components } = await call("components.tree");
    await call("components.renders", { action: "start" });
    await call("click", { selector: "button" });
    const read = await call("components.renders", { action: "stop" });
    const of = (id: string) => read.components.find((each: Data) => each.id === id);
    expect(of(components[0].id)).toMatchObject({ renders: 1, causes: { state: 1 } });
    expect(read.components.filter(({ mounts }: Data) => mounts === 1)).toHaveLength(1);
    // A title that stays the same is not rendered again.
    expect(of(components[1].id)).toBeUndefined();
    await expect(call("components.renders", { action: "read" })).rejects.toMatchObject({ code: "not-found" });
  });
});

test("the state of classes and the value of refs are told, and causes name the props", async () => {
  await show("reactBoard");
  const { components } = await call("components.tree");
  const total = components.at(-1);
  expect(await call("components.inspect", { id: total.id })).toMatchObject({ state: { unit: "items" }, props: { count: 1 }, above: [{ id: components[0].id }] });
  expect((await call("components.inspect", { id: components[0].id })).hooks).toEqual([{ hook: "state", value: [{ id: 7, label: "milk", done: false }] }, { hook: "ref", value: "box" }]);
  await call("components.renders", { action: "start" });
  await call("click", { selector: "button" });
  const read = await call("components.renders", { action: "read" });
  expect(read.components.find(({ id }: Data) => id === total.id)).toMatchObject({ renders: 1, causes: { "props: count": 1 } });
});

test("a page without components says so", async () => {
  await plugin.show("<p>plain</p>");
  await expect(call("components.tree")).rejects.toMatchObject({ code: "not-found", hint: expect.stringContaining("React") });
  await expect(call("components.inspect", {})).rejects.toMatchObject({ code: "bad-input" });
});
