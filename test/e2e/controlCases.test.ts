import { expect } from "vitest";
import { missesOf } from "./cases/actionCase.ts";
import { controlCases } from "./cases/controlCases.ts";
import { test } from "./support/caseStage.ts";

test.for(Object.entries(controlCases))("%s", async ([, cases], { stage }) => {
  expect(await missesOf(cases, stage)).toEqual([]);
});
