import type { ConfirmHook } from "./confirmHooks.ts";

/** What a person runs to approve in an agent's stead. */
export const approvalCommand = (session: string, scopes: readonly ConfirmHook[]): string =>
  `drover approve-actions --session ${JSON.stringify(session)} ${scopes.map((scope) => `--scopes ${scope}`).join(" ")}`;
