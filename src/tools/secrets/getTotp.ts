import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { lookUp, providerOf } from "../../security/credentials/providers.ts";
import type { Session } from "../../session/session.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { aliasFor } from "./aliasFor.ts";

export const getTotp = defineTool({
  name: "get_totp",
  family: "secrets",
  capability: "credentials",
  effect: "read",
  needs: "daemon",
  tells: "own",
  summary: "One-time code of an account from the operator's vault.",
  details: `The provider is chosen by whoever starts the client (\`DROVER_CREDENTIALS_PROVIDER\`): \`oathtool\` (default) and \`builtin\`, which needs no program, take
seeds from \`DROVER_OATHTOOL_SEEDS\` ("acme=BASE32,other=otpauth://totp/…"); \`1password\` (op), \`bitwarden\` (bw), \`lastpass\` (lpass), \`pass\` and \`keepassxc\` ask
those programs, which must be signed in; \`none\` has nothing. \`account\` is what the provider knows it by: a name of the seeds, an item's name, for Bitwarden its id. A
program has 5 seconds. Nothing is installed, and nobody is asked for a password.

The code is not masked: it is used once. With \`alias: true\` it is registered as a secret of \`session\` instead (which needs \`secrets\`), and only its name is told.`,
  input: z.object({
    account: z.string().min(1).max(500),
    alias: z.boolean().optional().describe("register it as <TOTP_…> and do not tell it"),
    session: z.string().min(1).optional(),
  }),
  output: z.object({ ok: z.literal(true), code: z.string().optional(), aliasName: z.string().optional(), provider: z.string() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ account: "acme" }],
  cli: { positional: ["account"] },
  run: async (context, { account, alias, session: id = "default" }) => {
    const session = alias ? ownSession(context, id) : undefined;
    const provider = providerOf(context.client);
    const code = await lookUp(provider, "totp", account);
    if (!session) return { ok: true as const, code, provider: provider.name };
    const aliasName = aliasFor("TOTP", account);
    session.parts.secrets.register(aliasName, code, undefined);
    return { ok: true as const, aliasName, provider: provider.name };
  },
});

function ownSession({ require, sessions, mayEnter }: DaemonContext, id: string): Session {
  require("secrets", "get_totp with alias");
  const session = sessions.peek(id);
  if (session && mayEnter(session.plan)) return session;
  throw new DroverError("session-not-found", `there is no session "${id}" to register the code in`, { hint: "Open it first, or pass the session that is to use the code." });
}
