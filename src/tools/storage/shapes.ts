import { z } from "zod";

export const both = { chromium: "full", firefox: "full" } as const;

export const warnings = z.array(z.string()).optional();

export const sameSite = z.enum(["Strict", "Lax", "None"]);

export const cookieShape = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  expires: z.number(),
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite: sameSite.optional(),
  hostOnly: z.boolean().optional(),
  partitionKey: z.unknown().optional(),
});

/** Where origin-bound tools stand, for their details. */
export const ORIGIN_CAVEAT =
  "Bound to the current page's origin: navigate there first; on `about:blank` and other pages without an origin the call is refused (`wrong-origin`).";

export const TAGGED_FORM = `Values that JSON cannot hold are written in a tagged form, both ways: \`{"$type":"Date","value":"<ISO>"}\`,
\`RegExp\` (\`source\`, \`flags\`), \`Error\` (\`name\`, \`message\`, \`stack\`, \`cause\`), \`BigInt\`, \`undefined\`, \`Number\` (NaN, Infinity,
-Infinity, -0), \`Map\` (list of pairs), \`Set\` (list), \`ArrayBuffer\`, \`DataView\`, \`Uint8Array\` and its kin, \`Blob\` (\`mime\`), \`File\`
(\`name\`, \`mime\`, \`lastModified\`), all bytes in base64. Objects met more than once carry an \`id\`, and \`{"$type":"Ref","id":n}\` points
at them, so cycles survive. An object with a \`$type\` of its own is wrapped: \`{"$type":"Object","value":{…}}\`. What cannot leave the
browser at all (a CryptoKey) is refused with \`not-serializable\` and stays as it is.`;
