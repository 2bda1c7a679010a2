import { expect, test } from "vitest";
import { DroverError, type ErrorCode } from "../../protocol/errors.ts";
import { outcomeOf } from "./originDocuments.ts";

const failing = (code: ErrorCode) => outcomeOf("https://shop.example", Promise.reject(new DroverError(code, "no")));

test("a refusal concerns its origin alone", async () => {
  expect(await failing("quota-exceeded")).toMatchObject({ origin: "https://shop.example", refusal: { code: "quota-exceeded" } });
  expect(await outcomeOf("https://shop.example", Promise.resolve(1))).toEqual({ origin: "https://shop.example", value: 1 });
});

test.each(["browser-gone", "internal"] as const)("after %s there is no state at all, rather than one without the origin", async (code) => {
  await expect(failing(code)).rejects.toMatchObject({ code });
});
