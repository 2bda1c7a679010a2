import { expect } from "vitest";
import { test } from "./support/session.ts";

test("verify tools hold or say why not", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/verify",
      `<p id=chip>Reviewed  by <b>Ada</b></p><input id=name value=Ada><input id=pw type=password value=topsecret><select id=sel><option value=a>A<option value=b selected>B</select>
      <button id=press aria-pressed=true disabled>P</button><p id=none style="display:none">x</p><p id=vis style="visibility:hidden">x</p><p id=op style="opacity:0">x</p><p id=zero style="width:0;height:0;overflow:hidden"></p>
      <p id=off style="position:absolute;left:-5000px">x</p><div style="height:3000px"></div><p id=below>Below</p>`,
    ),
  });
  const ok = { ok: true };
  expect(await session.call("verify_visible", { selector: "#chip" })).toMatchObject(ok);
  expect(await session.call("verify_visible", { selector: "#below" })).toMatchObject(ok);
  const reasons: [string, string][] = [
    ["#none", "hidden (display:none)"],
    ["#vis", "hidden (visibility:hidden)"],
    ["#op", "hidden (opacity:0)"],
    ["#zero", "hidden (zero-sized box)"],
    ["#off", "off-screen or covered"],
    ["#missing", "missing (locator matched 0 nodes)"],
  ];
  for (const [selector, actual] of reasons)
    expect(await session.call("verify_visible", { selector })).toMatchObject({
      ok: false,
      failure: { source: "app", kind: "visible", expected: "visible", actual },
    });
  expect(await session.call("verify_text", { selector: "#chip", text: "reviewed by ada" })).toMatchObject(ok);
  expect(await session.call("verify_text", { selector: "#chip", text: "Reviewed by Ada", exact: true })).toMatchObject(ok);
  const wrong = await session.call("verify_text", { selector: "#chip", text: "reviewed", exact: true });
  expect(wrong).toMatchObject({
    ok: false,
    error: "verify-failed",
    failure: { source: "app", kind: "text", expected: "reviewed", actual: "Reviewed by Ada" },
  });
  expect(wrong.tokensEstimate).toBeGreaterThan(0);
  expect(await session.call("verify_value", { selector: "#name", value: "Ada" })).toMatchObject(ok);
  expect(await session.call("verify_value", { selector: "#sel", value: "b" })).toMatchObject(ok);
  expect(await session.call("verify_value", { selector: "#pw", value: "topsecret" })).toMatchObject(ok);
  const secret = await session.call("verify_value", { selector: "#pw", value: "guess" });
  expect(secret).toMatchObject({ ok: false, failure: { kind: "value" } });
  expect(JSON.stringify(secret)).not.toContain("topsecret");
  expect(await session.call("verify_attribute", { selector: "#press", attr: "aria-pressed", value: "true" })).toMatchObject(ok);
  expect(await session.call("verify_attribute", { selector: "#press", attr: "disabled" })).toMatchObject(ok);
  expect(await session.call("verify_attribute", { selector: "#press", attr: "hidden" })).toMatchObject({
    ok: false,
    failure: { kind: "attribute", expected: "present", actual: "absent" },
  });
  expect(await session.call("verify_count", { selector: "p", n: 7 })).toMatchObject(ok);
  expect(await session.call("verify_count", { text: "below", n: 0 })).toMatchObject({
    ok: false,
    failure: { source: "app", kind: "count", expected: 0, actual: 1 },
  });
});

test("a selector may mean only what is inside a ref", async ({ session, server }) => {
  const row = (name: string, width: number) => `<section role=group aria-label="${name} row"><input class=name aria-label="Name of ${name}" value="${name}"><b class=box style="display:block;width:${width}px;height:20px">${name} x</b></section>`;
  await session.call("navigate", { url: server.html("/within", row("First", 40) + row("Second", 90)) });
  const { tree } = await session.call("snapshot");
  const contextRef = /"Second row" \[ref=(e\d+)\]/.exec(tree as string)?.[1];
  const within = (selector: string) => ({ selector, contextRef });
  for (const [tool, input] of [
    ["verify_value", { ...within(".name"), value: "Second" }],
    ["verify_text", { ...within(".box"), text: "Second x", exact: true }],
    ["verify_attribute", { ...within(".name"), attr: "aria-label", value: "Name of Second" }],
    ["verify_visible", within(".box")],
    ["verify_count", { ...within(".name"), n: 1 }],
    ["verify_count", { text: "x", contextRef, n: 1 }],
  ] as const)
    expect(await session.call(tool, input), tool).toMatchObject({ ok: true });
  expect((await session.call("inspect", within(".box"))).box).toMatchObject({ width: 90 });
  expect(await session.call("sample", { ...within(".box"), metric: "bboxWidth", durationMs: 20 })).toMatchObject({ scope: "element", summary: { first: 90 } });
  const { images } = await session.outcome("screenshot", { ...within(".box"), scale: "css" });
  expect(Buffer.from(images?.[0]?.data ?? "", "base64").readUInt32BE(16)).toBe(90);
  expect(await session.call("screenshot", { contextRef })).toMatchObject({ ok: false, error: "bad-input", message: "no target was given" });
});

test("what cannot be checked is Drover's fault and not the page's", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/unchecked", "<p>x</p>") });
  expect(await session.call("verify_visible", { ref: "e77" })).toMatchObject({
    ok: false,
    error: "ref-gone",
    failure: { source: "drover", kind: "visible" },
  });
  expect(await session.call("verify_text", { selector: "p[", text: "x" })).toMatchObject({
    ok: false,
    error: "invalid-selector",
    failure: { source: "drover" },
  });
  expect(await session.call("verify_count", { n: 1 })).toMatchObject({
    ok: false,
    error: "bad-input",
    failure: { source: "drover", kind: "count" },
  });
  expect(await session.call("verify_visible", { coords: { x: 1, y: 1 } })).toMatchObject({ ok: false, error: "bad-input" });
});

test("verify_predicate checks data in a fixed vocabulary", async ({ session }) => {
  const data = { actionResult: { element: { value: "Engineering" } }, snapshot: { warnings: [] } };
  const and = {
    kind: "and",
    predicates: [
      { kind: "equals", key: "actionResult.element.value", value: "Engineering" },
      { kind: "equals", key: "snapshot.warnings.length", value: 0 },
    ],
  };
  expect(await session.call("verify_predicate", { predicate: and, data })).toMatchObject({ ok: true });
  expect(
    await session.call("verify_predicate", { predicate: { kind: "gt", key: "snapshot.warnings.length", value: 1 }, data }),
  ).toMatchObject({ ok: false, failure: { source: "app", kind: "gt", expected: 1, actual: 0 } });
  expect(
    await session.call("verify_predicate", { predicate: { kind: "equals", key: "process.env", value: 1 }, data }),
  ).toMatchObject({ ok: false, error: "bad-input" });
});
