import { z } from "zod";
import { defineTool } from "../defineTool.ts";

export const listSecrets = defineTool({
  name: "list_secrets",
  family: "secrets",
  capability: "secrets",
  effect: "read",
  needs: "session",
  tells: "own",
  concurrent: true,
  summary: "Names and scopes of the session's secrets, never their values.",
  details: "`lost` are those whose values went with an earlier daemon: register them again.",
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    secrets: z.array(z.object({ name: z.string(), scope: z.string().nullable() })),
    lost: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  cli: { instead: "secret list" },
  run: async ({ session }) => ({ ok: true as const, secrets: session.parts.secrets.list(), lost: [...session.parts.secrets.lost] }),
});
