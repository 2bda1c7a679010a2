import { expect } from "vitest";
import { missesOf } from "./cases/actionCase.ts";
import { keyCases } from "./cases/keyCases.ts";
import { test } from "./support/caseStage.ts";

test.for(Object.entries(keyCases))("keys %s", async ([, cases], { stage }) => {
  expect(await missesOf(cases, stage)).toEqual([]);
});
