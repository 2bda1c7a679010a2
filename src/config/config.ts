import { z } from "zod";
import { confirmHooks } from "../policy/confirmHooks.ts";
import { parseOriginPattern } from "../policy/originPolicy.ts";
import { capabilities } from "../policy/capability.ts";

export const viewportSchema = z.object({
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
});

/** One that would never match is refused: a blocklist that blocks nothing looks like one that does. */
const originPattern = z.string().refine((text) => parseOriginPattern(text) !== undefined, {
  error: ({ input }) => `"${String(input)}" is no origin; write it like https://example.com, https://*.example.com or http://localhost:3000`,
});

/** Every configuration key. Arrays replace, `unstable` merges one level deep. */
export const configSchema = z.strictObject({
  testAttributes: z.array(z.string().min(1)),
  capabilities: z.array(z.enum(capabilities)),
  confirmRequired: z.array(z.enum(confirmHooks)),
  allowedOrigins: z.array(originPattern),
  blockedOrigins: z.array(originPattern),
  /** Sessions reach no loopback, private, link-local, metadata, multicast or unspecified address, */
  guard: z.boolean(),
  /** but these origins. */
  allowPrivate: z.array(originPattern),
  headless: z.boolean(),
  /** A browser kind (chrome, chromium, edge, brave, firefox); unset takes the first that is installed. */
  browser: z.enum(["chrome", "chromium", "edge", "brave", "firefox"]),
  /** An externally started browser that sessions attach to unless they say otherwise. */
  attachEndpoint: z.string().min(1),
  /** A debugging port for other programs, for every browser that is started; 0 lets each choose. */
  debuggingPort: z.int().min(0).max(65_535),
  defaultDevice: z.string().min(1),
  defaultViewport: viewportSchema,
  actionTimeoutMs: z.int().min(1),
  disableWebSecurity: z.boolean(),
  hideOverlaySelectors: z.array(z.string().min(1)),
  idleExitMs: z.int().min(1000),
  redactUrls: z.boolean(),
  plugins: z.array(z.string().min(1)),
  unstable: z.record(z.string(), z.unknown()),
});

export const configPatchSchema = configSchema.partial();
export type ConfigPatch = z.infer<typeof configPatchSchema>;

type ConfigShape = typeof configSchema.shape;

/** A change to a layer: `null` takes the key out of it. */
export const configChangeSchema = z
  .strictObject(
    Object.fromEntries(Object.entries(configSchema.shape).map(([key, schema]) => [key, schema.nullable()])) as {
      [Key in keyof ConfigShape]: z.ZodNullable<ConfigShape[Key]>;
    },
  )
  .partial();
export type ConfigChange = z.infer<typeof configChangeSchema>;

/** A resolved configuration: the keys that have a default are always there. */
export type Config = ConfigPatch &
  Required<
    Pick<
      ConfigPatch,
      | "testAttributes"
      | "confirmRequired"
      | "allowedOrigins"
      | "blockedOrigins"
      | "headless"
      | "actionTimeoutMs"
      | "disableWebSecurity"
      | "hideOverlaySelectors"
      | "idleExitMs"
      | "redactUrls"
      | "unstable"
    >
  >;

/** What a session keeps of its opener's configuration for as long as it lives, whoever uses it. */
export const sessionConfigSchema = z.object(
  configSchema.pick({
    testAttributes: true,
    confirmRequired: true,
    allowedOrigins: true,
    blockedOrigins: true,
    hideOverlaySelectors: true,
    redactUrls: true,
  }).shape,
);

export const defaultConfig: Config = {
  testAttributes: ["data-testid", "data-test", "data-cy", "data-qa"],
  confirmRequired: ["navigate_off_allowlist", "byob_action"],
  allowedOrigins: [],
  blockedOrigins: [],
  headless: true,
  actionTimeoutMs: 5000,
  disableWebSecurity: false,
  hideOverlaySelectors: [],
  idleExitMs: 3_600_000,
  redactUrls: true,
  unstable: {},
};

/** No call may wait longer than this, whatever it asks for. */
export const MAX_TIMEOUT_MS = 3_600_000;

const list = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

/**
 * The DROVER_* variables that are configuration. `disableWebSecurity` is missing on purpose: it must not be switched on
 * by an environment that somebody inherited.
 */
const fromEnv: Record<string, (text: string) => Record<string, unknown>> = {
  DROVER_HEADLESS: (text) => ({ headless: !["0", "false", "no"].includes(text.toLowerCase()) }),
  DROVER_TEST_ATTRIBUTES: (text) => ({ testAttributes: list(text) }),
  DROVER_CAPABILITIES: (text) => ({ capabilities: list(text) }),
  DROVER_CONFIRM_REQUIRED: (text) => ({ confirmRequired: list(text) }),
  DROVER_ALLOWED_ORIGINS: (text) => ({ allowedOrigins: list(text) }),
  DROVER_BLOCKED_ORIGINS: (text) => ({ blockedOrigins: list(text) }),
  DROVER_GUARD: (text) => ({ guard: !["0", "false", "no"].includes(text.toLowerCase()) }),
  DROVER_ALLOW_PRIVATE: (text) => ({ allowPrivate: list(text) }),
  DROVER_HIDE_OVERLAY_SELECTORS: (text) => ({ hideOverlaySelectors: list(text) }),
  DROVER_ATTACH_CDP: (text) => ({ attachEndpoint: text }),
  DROVER_DEBUGGING_PORT: (text) => ({ debuggingPort: Number(text) }),
  DROVER_BROWSER: (text) => ({ browser: text }),
  DROVER_ACTION_TIMEOUT_MS: (text) => ({ actionTimeoutMs: Number(text) }),
  DROVER_IDLE_EXIT_MS: (text) => ({ idleExitMs: Number(text) }),
  DROVER_REDACT_URLS: (text) => ({ redactUrls: !["0", "false", "no"].includes(text.toLowerCase()) }),
};

/** The environment as a configuration layer. What does not parse is left out and named in `problems`. */
export function configFromEnv(env: Record<string, string | undefined>): { patch: ConfigPatch; problems: string[] } {
  const patch: ConfigPatch = {};
  const problems: string[] = [];
  for (const [variable, read] of Object.entries(fromEnv)) {
    const text = env[variable];
    if (text === undefined || text === "") continue;
    const layer = read(text);
    const parsed = configPatchSchema.safeParse(layer);
    if (parsed.success) Object.assign(patch, parsed.data);
    else {
      problems.push(`${variable}=${text} is not understood: ${parsed.error.issues.map(({ message }) => message).join("; ")}`);
      Object.assign(patch, understood(layer));
    }
  }
  return { patch, problems };
}

/** Of a list, the items that are right count: one slip must not open what the others close. */
function understood(layer: Record<string, unknown>): ConfigPatch {
  const patch: ConfigPatch = {};
  for (const [key, value] of Object.entries(layer)) {
    if (!Array.isArray(value)) continue;
    const items = value.filter((item) => configPatchSchema.safeParse({ [key]: [item] }).success);
    Object.assign(patch, { [key]: items });
  }
  return patch;
}

export function mergeConfig(base: Config, ...layers: ConfigPatch[]): Config {
  return layers.reduce<Config>(
    (merged, layer) => ({ ...merged, ...layer, unstable: { ...merged.unstable, ...layer.unstable } }),
    base,
  );
}
