import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, X509Certificate } from "node:crypto";
import net from "node:net";

/** The certificate that a gate shows to its own browser for one host. The same key and host make the same certificate, byte for byte. */
export function certificateFor(host: string, privateKey: string): { cert: string; key: string } {
  const key = createPrivateKey(privateKey);
  const body = sequence(
    explicit(0, integer(2)),
    integerOf(serialOf(host)),
    SHA256_WITH_RSA,
    name(host),
    // Whoever is told to trust the key does not look at the time.
    sequence(time("20200101000000Z"), time("20491231235959Z")),
    name(host),
    spkiOf(key),
    explicit(3, sequence(extension("551d11", sequence(net.isIP(host) ? tagged(0x87, ipBytes(host)) : tagged(0x82, Buffer.from(host, "latin1")))))),
  );
  const signature = sign("sha256", body, key);
  return { cert: pem(sequence(body, SHA256_WITH_RSA, bits(signature))), key: privateKey };
}

/** As `--ignore-certificate-errors-spki-list` wants it. */
export const keyFingerprint = (privateKey: string): string => createHash("sha256").update(spkiOf(createPrivateKey(privateKey))).digest("base64");

/** As Firefox's exceptions name a certificate. */
export const certificateFingerprint = (cert: string): string => new X509Certificate(cert).fingerprint256;

const spkiOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: "spki", format: "der" });

function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Buffer[]): Buffer => tagged(0x30, ...contents);
const explicit = (number: number, content: Buffer): Buffer => tagged(0xa0 + number, content);
const integerOf = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const integer = (value: number): Buffer => integerOf(Buffer.from([value]));
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, "hex"));
const bits = (bytes: Buffer): Buffer => tagged(0x03, Buffer.from([0]), bytes);
const time = (text: string): Buffer => tagged(0x18, Buffer.from(text));
const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), tagged(0x04, value));
const name = (host: string): Buffer => sequence(tagged(0x31, sequence(objectId("550403"), tagged(0x0c, Buffer.from(`Drover for ${host}`.slice(0, 64))))));
const SHA256_WITH_RSA = sequence(objectId("2a864886f70d01010b"), tagged(0x05));

/** Firefox refuses two certificates of one issuer with one number. */
const serialOf = (host: string): Buffer => Buffer.concat([Buffer.from([1]), createHash("sha256").update(host).digest().subarray(0, 15)]);

function ipBytes(address: string): Buffer {
  if (net.isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail] = address.split("::");
  const groups = (text: string): number[] => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const all = [...first, ...Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => 0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

const pem = (der: Buffer): string => `-----BEGIN CERTIFICATE-----\n${(der.toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;
