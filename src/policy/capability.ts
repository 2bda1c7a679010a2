import { DroverError } from "../protocol/errors.ts";
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
  "profile-path",
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
  "profile-path",
];

/** What a client gets when nobody says otherwise. */
export const defaultCapabilities = (kind: ClientKind): readonly Capability[] => (kind === "mcp" ? agentCapabilities : ownerCapabilities);

/** DROVER_CAPABILITIES of the caller, else the configuration's, else what its kind gets. */
export function capabilitiesOf(kind: ClientKind, given: string[] | undefined, configured: readonly Capability[] | undefined): ReadonlySet<Capability> {
  const known = (name: string): name is Capability => (capabilities as readonly string[]).includes(name);
  return new Set(given?.filter(known) ?? configured ?? defaultCapabilities(kind));
}

export function requireCapability(client: { capabilities: ReadonlySet<Capability> }, capability: Capability, what: string): void {
  if (client.capabilities.has(capability)) return;
  const enabled = [...client.capabilities];
  throw new DroverError("capability-disabled", `${what} needs the capability "${capability}", which is off for this client`, {
    hint: `Whoever started the client can allow it: DROVER_CAPABILITIES=${[...enabled, capability].join(",")}.`,
    fields: { requiredCapability: capability, enabled },
    failure: { source: "drover" },
  });
}
