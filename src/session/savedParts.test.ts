import { expect, test } from "vitest";
import { z } from "zod";
import type { SessionPart } from "./part.ts";
import { restoreParts, saveParts } from "./savedParts.ts";

class Remembering implements SessionPart<number> {
  readonly saved = z.number();
  value: number | undefined;

  save(): number | undefined {
    return this.value;
  }

  restore(value: number): void {
    this.value = value;
  }
}

class Refusing extends Remembering {
  override restore(): never {
    throw new Error("It cannot go on.");
  }
}

const parts = () => ({ first: new Remembering(), refusing: new Refusing(), second: new Remembering(), plain: {} });

test("each part saves under its name, and one with nothing to say saves nothing", () => {
  const made = parts();
  made.second.value = 0;
  expect(saveParts(made)).toEqual({ second: 0 });
});

test("what one part cannot take up again is told, and costs the others nothing", async () => {
  const made = parts();
  const lost = await restoreParts(made, { first: "no number", refusing: 1, second: 2, plain: 3, unknown: 4 });
  expect(lost).toEqual(["What was saved of the session's first could not be read and is lost.", "It cannot go on."]);
  expect(saveParts(made)).toEqual({ second: 2 });
});

test("parts have what they saved before anything is awaited: pages may come at once", () => {
  const made = parts();
  void restoreParts(made, { first: 1 });
  expect(made.first.value).toBe(1);
});
