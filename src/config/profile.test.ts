import { expect, test } from "vitest";
import { profileFor } from "./profile.ts";

test.each([
  ["shop", undefined, "shop"],
  ["agent A", undefined, "agent%20A"],
  ["/tmp/evil", undefined, "%2Ftmp%2Fevil"],
  ["shop", "work", "work"],
  ["shop", "agent A", "agent%20A"],
  ["shop", "agent%20A", "agent%20A"],
  ["shop", "/home/ann/profile/", "/home/ann/profile"],
])("session %j with profile %j has %s", (id, given, profile) => {
  expect(profileFor(id, given)).toBe(profile);
});

test.each(["rel/path", "./prof", "../prof", "..", "a\\b"])("%j is neither a name nor a place", (given) => {
  expect(() => profileFor("shop", given)).toThrow(expect.objectContaining({ code: "bad-input" }));
});
