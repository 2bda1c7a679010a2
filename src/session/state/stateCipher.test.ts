import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openState, sealState } from "./stateCipher.ts";

const keys = ["a passphrase", randomBytes(32).toString("hex"), randomBytes(32).toString("base64")];

test.each(keys)("what is sealed with %s opens with it and nothing else", async (key) => {
  const sealed = JSON.parse(await sealState(Buffer.from("säcret"), key)) as unknown;
  expect(JSON.stringify(sealed)).not.toContain("cret");
  expect(await openState(sealed, key, "it")).toBe("säcret");
  await expect(openState(sealed, `${key.slice(0, -2)}00`, "it")).rejects.toMatchObject({ code: "refused" });
  await expect(openState(sealed, undefined, "it")).rejects.toMatchObject({ code: "refused" });
});

test("any change to any part is noticed", async () => {
  const key = keys[1]!;
  const sealed = JSON.parse(await sealState(Buffer.alloc(100), key)) as Record<string, string>;
  const part = fc.constantFrom("iv", "tag", "data", "format", "cipher");
  await fc.assert(
    fc.asyncProperty(part, fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, at, flip) => {
      const bytes = Buffer.from(sealed[name]!, "base64");
      bytes[at % bytes.length]! ^= flip;
      const changed = { ...sealed, [name]: bytes.toString("base64") };
      await expect(openState(changed, key, "it")).rejects.toMatchObject({ code: "refused" });
    }),
  );
});
