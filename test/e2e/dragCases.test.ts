import { expect } from "vitest";
import { missesOf } from "./cases/actionCase.ts";
import { dragCases } from "./cases/dragCases.ts";
import { test } from "./support/caseStage.ts";

test.for(Object.entries(dragCases))("%s", async ([, cases], { stage }) => {
  expect(await missesOf(cases, stage)).toEqual([]);
});
