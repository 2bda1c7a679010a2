import { z } from "zod";
import { isBrowsersOwnHeader } from "../../policy/browsersOwnHeader.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { FileStore } from "../../files/fileStore.ts";
import { contextOf, rememberPassphrase } from "../../session/clientCertificates.ts";
import type { ClientCertificate } from "../../session/plan.ts";
import { hasAlias, isSensitive, type ShownToServers } from "../../session/serverAccess.ts";

export const accessShape = {
  credentials: z.array(z.string().min(1)).optional().describe("HTTP log-ins: https://user:<SECRET>@host"),
  headers: z.array(z.string().min(1)).optional().describe("[https://host ]Name: value"),
  ignoreTlsErrors: z.boolean().optional().describe("accept any certificate"),
  clientCertificates: z
    .array(z.object({ origin: z.string(), cert: z.string().optional(), key: z.string().optional(), pfx: z.string().optional(), ca: z.string().optional(), passphrase: z.string().optional() }))
    .optional()
    .meta({ description: "files that show servers who is there: cert with key, or pfx", listedAs: "[{origin, cert+key | pfx, ca?, passphrase?}]: files" }),
};

type GivenCertificate = NonNullable<z.output<typeof accessShape.clientCertificates>>[number];

/** Finds the files and tries them, before anything is opened. */
export function readCertificates(files: FileStore, given: readonly GivenCertificate[] | undefined): ClientCertificate[] | undefined {
  return given?.map(({ origin: place, passphrase, ...named }) => {
    const origin = originOf(place);
    if (!origin?.startsWith("https:")) throw new DroverError("bad-input", `${place} is no https origin`, { hint: "An origin is a scheme, a host and perhaps a port: https://intra.example.com." });
    if ((named.pfx === undefined) === (named.cert === undefined || named.key === undefined))
      throw new DroverError("bad-input", `the client certificate for ${origin} needs cert and key, or pfx`, { hint: "Files of the workspace: PEM for cert, key and ca, PKCS#12 for pfx." });
    const found = Object.fromEntries(Object.entries(named).flatMap(([kind, file]) => (file === undefined ? [] : [[kind, files.existing(file).path]])));
    const certificate: ClientCertificate = { origin, ...found };
    try {
      contextOf({ ...certificate, ...(passphrase !== undefined && { passphrase }) });
    } catch (cause) {
      throw new DroverError("bad-input", `the client certificate for ${origin} cannot be used: ${(cause as Error).message}`, { cause, hint: "Is the passphrase right, and does the key belong to the certificate?" });
    }
    if (passphrase !== undefined) rememberPassphrase(certificate, passphrase);
    return certificate;
  });
}

/** Reads what servers are to be shown, before anything is opened. Undefined when it is nothing. */
export function readAccess({ credentials, headers }: { credentials?: string[] | undefined; headers?: string[] | undefined }): ShownToServers | undefined {
  if (!credentials?.length && !headers?.length) return undefined;
  return { credentials: (credentials ?? []).map(readCredentials), headers: (headers ?? []).map(readHeader) };
}

/** As it is typed, without escapes: the last @ ends the password. */
function readCredentials(text: string): ShownToServers["credentials"][number] {
  const [, scheme = "", username = "", password = "", host = ""] = /^(https?:\/\/)([^:/@]+):(.+)@([^@/\s]+)\/?$/s.exec(text) ?? [];
  const origin = originOf(scheme + host);
  if (origin && password) return { origin, username, password };
  throw new DroverError("bad-input", "credentials are written as https://user:password@host, with the port if there is one", {
    hint: "Nothing is escaped, and there is no path. Write <NAME> in the password's place to use a registered secret.",
  });
}

function readHeader(text: string): ShownToServers["headers"][number] {
  const [, place, name = "", value = ""] = /^(?:(https?:\/\/\S+)\s+)?([!#$%&'*+\-.^_`|~\w]+):[ \t]*([^\r\n]*)$/.exec(text) ?? [];
  if (!name) throw new DroverError("bad-input", "a header is written as \"Name: value\"", { hint: 'For one origin only: "https://api.example.com Name: value".' });
  if (isBrowsersOwnHeader(name)) throw new DroverError("bad-input", `${name} is a header that the browser sets itself`, { hint: /^cookie/i.test(name) ? "Set cookies with cookies_set, or start with storageState." : "Leave it out." });
  const origin = place === undefined ? undefined : originOf(place);
  if (place !== undefined && !origin) throw new DroverError("bad-input", `${place} is no origin`, { hint: "An origin is a scheme, a host and perhaps a port: https://api.example.com." });
  if (!origin && (isSensitive(name) || hasAlias(value)))
    throw new DroverError("bad-input", `${name} would be sent to every server that a page asks something of`, { hint: `Name the one that it is for: "https://api.example.com ${name}: …".` });
  return { ...(origin && { origin }), name, value };
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname, search, hash, username } = new URL(text);
  return origin !== "null" && pathname === "/" && !search && !hash && !username ? origin : undefined;
}
