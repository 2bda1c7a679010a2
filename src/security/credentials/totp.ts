import { createHmac } from "node:crypto";

export interface TotpSeed {
  key: Buffer;
  algorithm: "sha1" | "sha256" | "sha512";
  digits: number;
  /** Seconds. */
  period: number;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A seed in base32, or an `otpauth://totp/…` address; undefined when it is neither. */
export function parseSeed(text: string): TotpSeed | undefined {
  const address = /^otpauth:\/\/totp\//i.test(text) && URL.canParse(text) ? new URL(text).searchParams : undefined;
  const key = base32(address ? (address.get("secret") ?? "") : text);
  const algorithm = (address?.get("algorithm") ?? "SHA1").toLowerCase().replace("-", "");
  const digits = Number(address?.get("digits") ?? 6);
  const period = Number(address?.get("period") ?? 30);
  if (!key || !isAlgorithm(algorithm) || !(digits >= 6 && digits <= 10) || !(period >= 1)) return undefined;
  return { key, algorithm, digits, period };
}

const isAlgorithm = (name: string): name is TotpSeed["algorithm"] => name === "sha1" || name === "sha256" || name === "sha512";

/** As people copy them: in any case, in groups, with or without padding. */
function base32(text: string): Buffer | undefined {
  const letters = text.toUpperCase().replaceAll(/[\s-]|=+$/g, "");
  const values = [...letters].map((letter) => alphabet.indexOf(letter));
  if (letters === "" || values.includes(-1)) return undefined;
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** RFC 6238 over RFC 4226. */
export function totpCode({ key, algorithm, digits, period }: TotpSeed, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1000 / period)));
  const digest = createHmac(algorithm, key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}
