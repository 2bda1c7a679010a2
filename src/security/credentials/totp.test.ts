import { expect, test } from "vitest";
import { parseSeed, totpCode, type TotpSeed } from "./totp.ts";

const ascii = "12345678901234567890";
const keys = { sha1: ascii, sha256: ascii.repeat(2).slice(0, 32), sha512: ascii.repeat(4).slice(0, 64) };

// RFC 6238, appendix B.
test.each([
  [59, "94287082", "46119246", "90693936"],
  [1_111_111_109, "07081804", "68084774", "25091201"],
  [1_111_111_111, "14050471", "67062674", "99943326"],
  [1_234_567_890, "89005924", "91819424", "93441116"],
  [2_000_000_000, "69279037", "90698825", "38618901"],
  [20_000_000_000, "65353130", "77737706", "47863826"],
])("the codes of second %s", (second, sha1, sha256, sha512) => {
  const code = (algorithm: TotpSeed["algorithm"]) => totpCode({ key: Buffer.from(keys[algorithm]), algorithm, digits: 8, period: 30 }, second * 1000);
  expect([code("sha1"), code("sha256"), code("sha512")]).toEqual([sha1, sha256, sha512]);
});

test.each([
  ["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", { algorithm: "sha1", digits: 6, period: 30 }],
  ["gezd gnbv gy3t qojq gezd gnbv gy3t qojq", { algorithm: "sha1", digits: 6, period: 30 }],
  ["otpauth://totp/Acme:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme&algorithm=SHA256&digits=8&period=60", { algorithm: "sha256", digits: 8, period: 60 }],
])("%s is a seed", (text, settings) => {
  expect(parseSeed(text)).toEqual({ key: Buffer.from(ascii), ...settings });
});

test.each(["", "not a seed!", "01890189", "otpauth://hotp/x?secret=GEZDGNBV", "otpauth://totp/x", "otpauth://totp/x?secret=GEZDGNBV&algorithm=MD5"])("%j is none", (text) => {
  expect(parseSeed(text)).toBeUndefined();
});
