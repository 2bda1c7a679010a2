import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";

const FORMAT = "drover-state-1";
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;

const base64 = z.base64();
const envelopeSchema = z.object({ format: z.literal(FORMAT), cipher: z.literal(CIPHER), salt: base64, iv: base64, tag: base64, data: base64 });

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** 64 hex digits or 32 bytes of base64 are the key itself; anything else is a passphrase. */
async function keyFrom(secret: string, salt: Buffer): Promise<Buffer> {
  if (/^[0-9a-f]{64}$/i.test(secret)) return Buffer.from(secret, "hex");
  if (/^[A-Za-z0-9+/]{43}=$/.test(secret)) return Buffer.from(secret, "base64");
  return derive(secret, salt, KEY_BYTES);
}

/** Encrypts a state and seals it: a single changed bit is noticed when it is opened. */
export async function sealState(text: Buffer, secret: string): Promise<string> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, await keyFrom(secret, salt), iv).setAAD(Buffer.from(FORMAT));
  const data = Buffer.concat([cipher.update(text), cipher.final()]);
  const envelope: z.infer<typeof envelopeSchema> = {
    format: FORMAT,
    cipher: CIPHER,
    salt: salt.toString("base64"),
    iv: iv.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    data: data.toString("base64"),
  };
  return `${JSON.stringify(envelope)}\n`;
}

export const isSealed = (json: unknown): boolean => typeof json === "object" && json !== null && "cipher" in json;

export async function openState(json: unknown, secret: string | undefined, source: string): Promise<string> {
  if (!secret)
    throw new DroverError("refused", `${source} is encrypted`, {
      hint: "Set DROVER_STATE_KEY to the key it was saved with.",
      failure: { source: "drover" },
    });
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) throw tampered(source, "its envelope is damaged");
  const { salt, iv, tag, data } = envelope.data;
  try {
    const key = await keyFrom(secret, Buffer.from(salt, "base64"));
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(iv, "base64"), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(FORMAT)).setAuthTag(Buffer.from(tag, "base64"));
    return Buffer.concat([decipher.update(data, "base64"), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw tampered(source, "the key does not open it", cause);
  }
}

const tampered = (source: string, why: string, cause?: unknown) =>
  new DroverError("refused", `${source} was refused: ${why}`, {
    cause,
    hint: "Either DROVER_STATE_KEY is another key, or the file was changed or cut short. The session is unchanged.",
    failure: { source: "drover" },
  });
