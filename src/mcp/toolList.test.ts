import { describe, expect, test } from "vitest";
import { enableToolsOf, runEnableTools } from "./enableTools.ts";
import { ToolList, toolFamilies } from "./toolList.ts";

const names = (list: ToolList) => list.listed().map(({ name }) => name);

describe("ToolList", () => {
  test("core is a small part, all is everything, families may be added to core", () => {
    expect(names(new ToolList("core"))).toContain("navigate");
    expect(new ToolList("all").listed().length).toBeGreaterThan(new ToolList("core").listed().length);
    const some = new ToolList("core, config");
    expect(names(some)).toEqual(expect.arrayContaining(["navigate", "get_config"]));
    expect(names(new ToolList("config"))).not.toContain("navigate");
  });

  test("a family that does not exist is refused with those that do", () => {
    expect(() => new ToolList("core,confg")).toThrow(expect.objectContaining({ code: "bad-input", hint: expect.stringContaining("config") }));
  });

  test("tells its listeners once for each change that lists something new", () => {
    const list = new ToolList("core");
    let told = 0;
    const stop = list.onChange(() => told++);
    expect(list.enable(["config"]).map(({ name }) => name)).toContain("get_config");
    expect(list.enable(["config"])).toEqual([]);
    stop();
    list.enable(["all"]);
    expect(told).toBe(1);
  });
});

test("enable_tools tells what it added, and what there is when nothing was named", () => {
  const list = new ToolList("core");
  expect(runEnableTools(list, { families: ["config"] }).data).toMatchObject({ ok: true, added: { get_config: expect.any(String) } });
  expect(runEnableTools(list, {}).data).toEqual({ ok: true, added: {}, families: toolFamilies });
});

test("every family says what it holds, and every argument of the tools that are listed unasked what it means", () => {
  expect(enableToolsOf(new ToolList("core")).description).not.toContain("(plugin)");
  const unsaid = new ToolList("core").listed().flatMap(({ name, inputSchema }) =>
    Object.entries((inputSchema["properties"] ?? {}) as Record<string, { description?: string }>)
      .filter(([, { description }]) => !description)
      .map(([argument]) => `${name}.${argument}`),
  );
  expect(unsaid).toEqual([]);
});

test("a copy has the same tools and grows by itself", () => {
  const list = new ToolList("core,config");
  const copy = list.copy();
  expect(names(copy)).toEqual(names(list));
  copy.enable(["storage"]);
  expect(names(copy)).toContain("cookies_set");
  expect(names(list)).not.toContain("cookies_set");
  expect(names(new ToolList("config").copy())).toEqual(names(new ToolList("config")));
});
