import { generateKeyPairSync } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Home } from "../config/home.ts";

/** The file of the key by which browsers of this home know their gates; made when the first session needs it, and the same for every daemon. */
export function gateKey({ dir }: Home): string {
  const file = path.join(dir, "gate.key");
  if (existsSync(file)) return file;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048, privateKeyEncoding: { type: "pkcs8", format: "pem" }, publicKeyEncoding: { type: "spki", format: "pem" } });
  writeFileSync(file, privateKey, { mode: 0o600, flag: "wx" });
  return file;
}
