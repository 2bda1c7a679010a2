import { readFileSync } from "node:fs";
import type { SecureContext } from "node:tls";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { ClientCertificate, ClientIdentity, Place } from "./gateRules.ts";

/** Phrases that open keys, by the file: they stay in the memory of the process that was told. */
const passphrases = new Map<string, string>();

const fileOf = ({ pfx, key, cert }: ClientCertificate): string => pfx ?? key ?? cert ?? "";

export function rememberPassphrase(certificate: ClientCertificate, passphrase: string): void {
  passphrases.set(fileOf(certificate), passphrase);
}

/** For the thread of the gates, which remembers nothing. */
export const withPassphrases = ({ certificates, ...rest }: ClientIdentity): ClientIdentity => ({
  ...rest,
  certificates: certificates.map((each) => {
    const passphrase = each.passphrase ?? passphrases.get(fileOf(each));
    return passphrase === undefined ? each : { ...each, passphrase };
  }),
});

/** Throws what is wrong with its files. */
export function contextOf({ cert, key, pfx, ca, passphrase }: ClientCertificate): SecureContext {
  // Not with the module: most daemons have no certificate to look at.
  const tls = process.getBuiltinModule("node:tls");
  return tls.createSecureContext({
    ...(cert !== undefined && { cert: readFileSync(cert) }),
    ...(key !== undefined && { key: readFileSync(key) }),
    ...(pfx !== undefined && { pfx: readFileSync(pfx) }),
    ...(passphrase !== undefined && { passphrase }),
    ca: [...tls.rootCertificates, ...SYSTEM_ROOTS.flatMap((file) => ifPresent(() => [readFileSync(file, "utf8")], "systems keep the roots that they trust in different places", [])), ...(ca === undefined ? [] : [readFileSync(ca, "utf8")])],
  });
}

/** What the machine's administrator trusts besides. */
const SYSTEM_ROOTS = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/** The certificate that is meant for a place. */
export const certificateAt = ({ certificates }: ClientIdentity, { host, port }: Place): ClientCertificate | undefined =>
  certificates.find(({ origin }) => {
    const url = new URL(origin);
    return url.hostname.replace(/^\[|\]$/g, "") === host && Number(url.port || 443) === port;
  });
