import { expect, test } from "vitest";
import { DroverError, type ErrorCode } from "../protocol/errors.ts";
import { nameLoss } from "./pageLoss.ts";
import type { Session } from "./session.ts";

const elsewhere = (connected: boolean) => ({ plan: { on: { name: "lab" } }, lease: { browser: { connected } } }) as unknown as Session;
const failure = (code: ErrorCode) => new DroverError(code, "as the tool says it");

test.each<[said: unknown, connected: boolean, told: ErrorCode | undefined]>([
  [failure("page-closed"), false, "connection-lost"],
  [new Error("Target closed"), false, "connection-lost"],
  [failure("bad-path"), false, "bad-path"],
  [failure("page-closed"), true, "page-closed"],
  [new Error("in other words", { cause: failure("connection-lost") }), true, "connection-lost"],
  [new Error("a bug"), true, undefined],
])("a call of a whole session that fails with %s is told as what it came of (connected: %s)", (said, connected, told) => {
  expect((nameLoss(said, { session: elsewhere(connected) }) as Partial<DroverError>).code).toBe(told);
});
