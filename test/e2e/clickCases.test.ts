import { expect } from "vitest";
import { missesOf } from "./cases/actionCase.ts";
import { clickCases } from "./cases/clickCases.ts";
import { test } from "./support/caseStage.ts";

test.for(Object.entries(clickCases))("clicks %s", async ([, cases], { stage }) => {
  expect(await missesOf(cases, stage)).toEqual([]);
});

test("a click says how long it looked for its target", async ({ stage }) => {
  await stage.show(stage.serve("/nope", "<p>Nothing</p>"));
  const begun = performance.now();
  expect(await stage.call("click", { selector: "text=Nope", timeoutMs: 2400 })).toMatchObject({ error: "not-found" });
  expect(performance.now() - begun).toBeGreaterThan(1500);
});
