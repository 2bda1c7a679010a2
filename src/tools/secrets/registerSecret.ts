import { z } from "zod";
import { secretName } from "../../session/secrets.ts";
import { defineTool } from "../defineTool.ts";

const FIRST = `Secrets are engaged: their values are shown as <NAME> in results, events, progress, the log, the log of calls, HAR files and other text that Drover \
writes, and covered in pictures and prints. Downloads, storage dumps and page archives keep them as they are.`;

export const registerSecret = defineTool({
  name: "register_secret",
  family: "secrets",
  capability: "secrets",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Register a value to be used as <NAME> in fill, fill_form, press and fetch, and masked as <NAME> everywhere.",
  details: `\`name\` is an upper-case identifier (\`PASSWORD\`, \`SESSION_TOKEN\`); registering it again replaces its value. The value has 4 characters or more, is kept
in the daemon's memory for as long as the session is open, and is never written, logged or given back; after a restart of the daemon it must be registered again. A
session has at most 32.

\`scope\` bounds where it may be typed or sent: a host (\`app.example.com\`, which takes in hosts below it), an origin (\`https://app.example.com\`,
\`localhost:3000\`, \`https://*.example.com\`), with or without the beginning of a path. The origin of the frame that would get it decides; a page whose address merely
contains the text does not. Masking does not depend on the scope.

Masked are the value itself and its forms: escaped in addresses, HTML and JSON, in base64 at any offset, in hex, cut off, in pieces. What a page does to it beyond
that (another order, another case, a hash) is not recognised.

\`fill({value: "<NAME>"})\` fills it in at the last moment. Only a value that is the alias and nothing else is one; in headers and bodies of \`fetch\` it may stand
within text. People register without showing it: \`drover secret set NAME\`.`,
  input: z.object({
    name: z.string().regex(secretName, { error: "a name is an upper-case identifier: PASSWORD, SESSION_TOKEN" }),
    value: z.string().min(1),
    scope: z.string().min(1).optional().describe("host or origin it may go to"),
  }),
  output: z.object({ ok: z.literal(true), registered: z.string(), scope: z.string().nullable(), names: z.array(z.string()), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ name: "PASSWORD", value: "s3cr3t-hunter2", scope: "app.example.com" }],
  cli: { instead: "secret set" },
  run: async ({ session, warn }, { name, value, scope }) => {
    const { secrets } = session.parts;
    if (secrets.names.length === 0) warn(FIRST);
    secrets.register(name, value, scope);
    return { ok: true as const, registered: name, scope: scope ?? null, names: secrets.names };
  },
});
