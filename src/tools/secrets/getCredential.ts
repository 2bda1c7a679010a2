import { z } from "zod";
import { lookUp, providerOf } from "../../security/credentials/providers.ts";
import { defineTool } from "../defineTool.ts";
import { aliasFor } from "./aliasFor.ts";

/** Some programs are asked twice, each for up to five seconds. */
const DEADLINE_MS = 12_000;

export const getCredential = defineTool({
  name: "get_credential",
  family: "secrets",
  capability: "credentials",
  effect: "write",
  needs: "session",
  tells: "own",
  deadline: DEADLINE_MS,
  summary: "User name of an account from the operator's vault; its password is registered as a secret and told by name only.",
  details: `Needs \`secrets\` besides \`credentials\`: a password that is not masked would stand in the transcript as soon as a page shows it. It is registered in the session as
\`PASSWORD_<ACCOUNT>\`, to be used as \`fill({value: "<PASSWORD_ACME>"})\`. Providers are those of \`get_totp\`; \`oathtool\` and \`builtin\` have no passwords.`,
  input: z.object({ account: z.string().min(1).max(500), scope: z.string().min(1).optional().describe("host or origin the password may go to") }),
  output: z.object({ ok: z.literal(true), username: z.string(), aliasName: z.string(), provider: z.string() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ account: "acme-corp" }],
  cli: { positional: ["account"] },
  run: async ({ session, client, require }, { account, scope }) => {
    require("secrets", "get_credential, whose password is told by its alias only,");
    const provider = providerOf(client);
    const { username, password } = await lookUp(provider, "credential", account);
    const aliasName = aliasFor("PASSWORD", account);
    session.parts.secrets.register(aliasName, password, scope);
    return { ok: true as const, username, aliasName, provider: provider.name };
  },
});
