import type { ClientKind } from "../protocol/messages.ts";

/** What a client may do. Each tool needs one of these; config, the client's kind and DROVER_CAPABILITIES decide. */
export const capabilities = [
  "read",
  "navigation",
  "action",
  "human",
  "eval",
  "byob-attach",
  "network-body",
  "clipboard",
  "file-io",
  "secrets",
  "credentials",
  "extensions",
  "device-emulation",
  "stealth",
  "captcha",
  "canvas",
  "diagnostics",
] as const;

export type Capability = (typeof capabilities)[number];

const agentCapabilities: readonly Capability[] = ["read", "navigation", "action", "human"];

/** The CLI, the REPL and the SDK are the person's own hands. */
const ownerCapabilities: readonly Capability[] = [
  ...agentCapabilities,
  "eval",
  "byob-attach",
  "file-io",
  "network-body",
  "clipboard",
  "canvas",
  "secrets",
  "diagnostics",
];

/** What a client gets when nobody says otherwise. */
export const defaultCapabilities = (kind: ClientKind): readonly Capability[] => (kind === "mcp" ? agentCapabilities : ownerCapabilities);
