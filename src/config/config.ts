import { z } from "zod";
import { confirmHooks } from "../policy/confirmHooks.ts";
import { nothingAllowed, parseOriginPattern } from "../policy/originPolicy.ts";
import { capabilities } from "../policy/capability.ts";
import { editDistance } from "../text/closest.ts";
import { endpointName, endpointSchema } from "./endpoint.ts";

export const viewportSchema = z.object({
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
});

/** One that would never match is refused: a blocklist that blocks nothing looks like one that does. */
const originPattern = z.string().refine((text) => parseOriginPattern(text) !== undefined, {
  error: ({ input }) => `"${String(input)}" is no origin; write it like https://example.com, https://*.example.com or http://localhost:3000`,
});

/** Every configuration key. Arrays replace, `unstable` and `endpoints` merge one level deep. */
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
  /** Browsers elsewhere, by the names that a person gave them. */
  endpoints: z.record(endpointName, endpointSchema),
  /** The one of them that sessions open on unless they say otherwise. */
  endpoint: z.string().min(1),
  /** A debugging port for other programs, for every browser that is started; 0 lets each choose. */
  debuggingPort: z.int().min(0).max(65_535),
  defaultDevice: z.string().min(1),
  defaultViewport: viewportSchema,
  actionTimeoutMs: z.int().min(1),
  /** How long a page may take to be there: `navigate` and its kin. */
  navigationTimeoutMs: z.int().min(1),
  disableWebSecurity: z.boolean(),
  hideOverlaySelectors: z.array(z.string().min(1)),
  idleExitMs: z.int().min(1000),
  redactUrls: z.boolean(),
  /** Whether an agent may approve for itself what a confirm hook holds back. */
  selfApproval: z.boolean(),
  /** How long records of calls are kept (capability `diagnostics`); 0 keeps them all. 30 unless it is set. */
  diagnosticsRetentionDays: z.int().min(0).max(36_500),
  /** What calls do that would act on a session whose wheel a person has: wait, unless it is set, or be refused. */
  whileTaken: z.enum(["wait", "refuse"]),
  /** Packages of those plugins that may be used; all that plugins.json declares unless it is set. */
  plugins: z.array(z.string().min(1)),
  unstable: z.record(z.string(), z.unknown()),
});

export const configPatchSchema = configSchema.partial();
export type ConfigPatch = z.infer<typeof configPatchSchema>;

type ConfigShape = typeof configSchema.shape;

/** A change to a layer: `null` takes the key out of it, or one of the endpoints. */
export const configChangeSchema = z
  .strictObject({
    ...(Object.fromEntries(Object.entries(configSchema.shape).map(([key, schema]) => [key, schema.nullable()])) as {
      [Key in keyof ConfigShape]: z.ZodNullable<ConfigShape[Key]>;
    }),
    // Agents use endpoints and never name them.
    endpoints: z.record(endpointName, endpointSchema.nullable()).nullable().meta({ unlisted: true }),
  })
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
      | "navigationTimeoutMs"
      | "disableWebSecurity"
      | "hideOverlaySelectors"
      | "idleExitMs"
      | "redactUrls"
      | "selfApproval"
      | "unstable"
    >
  >;

/** What a session keeps of its opener's configuration for as long as it lives, whoever uses it. */
export const sessionConfigSchema = z.object({
  ...configSchema.pick({
    testAttributes: true,
    confirmRequired: true,
    allowedOrigins: true,
    blockedOrigins: true,
    hideOverlaySelectors: true,
    redactUrls: true,
  }).shape,
  // Records of before it was a question have none.
  selfApproval: configSchema.shape.selfApproval.default(true),
});

export const defaultConfig: Config = {
  testAttributes: ["data-testid", "data-test", "data-cy", "data-qa"],
  confirmRequired: ["navigate_off_allowlist", "byob_action"],
  allowedOrigins: [],
  blockedOrigins: [],
  headless: true,
  actionTimeoutMs: 5000,
  navigationTimeoutMs: 30_000,
  disableWebSecurity: false,
  hideOverlaySelectors: [],
  idleExitMs: 3_600_000,
  redactUrls: true,
  selfApproval: true,
  unstable: {},
};

/** No call may wait longer than this, whatever it asks for. */
export const MAX_TIMEOUT_MS = 3_600_000;

const list = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

/** Anything else is no answer to a question of yes or no. */
const yesOrNo = (text: string): unknown => {
  const word = text.trim().toLowerCase();
  if (["1", "true", "yes", "on"].includes(word)) return true;
  return ["0", "false", "no", "off"].includes(word) ? false : text;
};

interface Variable {
  key: keyof ConfigShape;
  read: (text: string) => unknown;
  /** What holds when it was not understood, of a list with the items that were: for what bounds somebody never less than the default. */
  otherwise?: (understood: string[]) => unknown;
  /** Empty is an answer; otherwise it is as good as not set. */
  emptyMeansNone?: boolean;
}

const itself = (understood: string[]): unknown => understood;

/**
 * The DROVER_* variables that are configuration. `disableWebSecurity` is missing on purpose: it must not be switched on
 * by an environment that somebody inherited.
 */
const variables: Record<string, Variable> = {
  DROVER_HEADLESS: { key: "headless", read: yesOrNo },
  DROVER_TEST_ATTRIBUTES: { key: "testAttributes", read: list, otherwise: itself },
  DROVER_CAPABILITIES: { key: "capabilities", read: list, otherwise: itself },
  DROVER_CONFIRM_REQUIRED: { key: "confirmRequired", read: list, emptyMeansNone: true, otherwise: (understood) => [...new Set([...defaultConfig.confirmRequired, ...understood])] },
  DROVER_ALLOWED_ORIGINS: { key: "allowedOrigins", read: list, otherwise: (understood) => (understood.length > 0 ? understood : [nothingAllowed]) },
  DROVER_BLOCKED_ORIGINS: { key: "blockedOrigins", read: list, otherwise: itself },
  DROVER_GUARD: { key: "guard", read: yesOrNo, otherwise: () => true },
  DROVER_ALLOW_PRIVATE: { key: "allowPrivate", read: list, otherwise: itself },
  DROVER_HIDE_OVERLAY_SELECTORS: { key: "hideOverlaySelectors", read: list, otherwise: itself },
  DROVER_ATTACH_CDP: { key: "attachEndpoint", read: (text) => text },
  DROVER_ENDPOINT: { key: "endpoint", read: (text) => text },
  DROVER_DEBUGGING_PORT: { key: "debuggingPort", read: Number },
  DROVER_BROWSER: { key: "browser", read: (text) => text },
  DROVER_ACTION_TIMEOUT_MS: { key: "actionTimeoutMs", read: Number },
  DROVER_NAVIGATION_TIMEOUT_MS: { key: "navigationTimeoutMs", read: Number },
  DROVER_IDLE_EXIT_MS: { key: "idleExitMs", read: Number },
  DROVER_REDACT_URLS: { key: "redactUrls", read: yesOrNo, otherwise: () => true },
  DROVER_DIAGNOSTICS_RETENTION_DAYS: { key: "diagnosticsRetentionDays", read: Number },
  DROVER_WHILE_TAKEN: { key: "whileTaken", read: (text) => text },
  DROVER_SELF_APPROVAL: { key: "selfApproval", read: yesOrNo, otherwise: () => false },
};

interface EnvLayer {
  readonly patch: Readonly<ConfigPatch>;
  readonly problems: readonly string[];
}

let lastRead: { variables: string; layer: EnvLayer } | undefined;

/** The environment as a configuration layer. What was read last is kept: each command of a shell comes with the same variables. */
export function configFromEnv(env: Record<string, string | undefined>): EnvLayer {
  const text = JSON.stringify(env);
  if (lastRead?.variables !== text) lastRead = { variables: text, layer: readEnv(env) };
  return lastRead.layer;
}

/** What does not parse is named in `problems`, and what bounds somebody stays bounded. */
function readEnv(env: Record<string, string | undefined>): EnvLayer {
  const patch: ConfigPatch = {};
  const problems: string[] = [];
  for (const [name, { key, read, otherwise, emptyMeansNone }] of Object.entries(variables)) {
    const text = env[name];
    if (text === undefined || (text === "" && !emptyMeansNone)) continue;
    const value = read(text);
    const parsed = configPatchSchema.safeParse({ [key]: value });
    if (parsed.success) {
      Object.assign(patch, parsed.data);
      continue;
    }
    const instead = otherwise?.(Array.isArray(value) ? value.filter((item) => configPatchSchema.safeParse({ [key]: [item] }).success) : []);
    if (instead !== undefined) Object.assign(patch, { [key]: instead });
    const kept = instead === undefined ? "" : `; ${key} is ${JSON.stringify(instead)}`;
    problems.push(`${name}=${text} is not understood: ${parsed.error.issues.map(({ message }) => message).join("; ")}${kept}`);
  }
  return { patch, problems: [...problems, ...unknownVariables(env)] };
}

/** Those that are not configuration. */
const otherVariables = [
  "DROVER_1PASSWORD_BIN",
  "DROVER_BASE_URL",
  "DROVER_BITWARDEN_BIN",
  "DROVER_BROWSER_PATH",
  "DROVER_CAPTCHA_API_BASE",
  "DROVER_CAPTCHA_API_KEY",
  "DROVER_CAPTCHA_POLL_MS",
  "DROVER_CAPTCHA_PROVIDER",
  "DROVER_CAPTCHA_TIMEOUT_MS",
  "DROVER_CLIENT",
  "DROVER_CREDENTIALS_PROVIDER",
  "DROVER_DEBUG",
  "DROVER_FFMPEG_PATH",
  "DROVER_HOME",
  "DROVER_KEEPASSXC_BIN",
  "DROVER_KEEPASSXC_DATABASE",
  "DROVER_KEEPASSXC_KEY_FILE",
  "DROVER_KEEPASSXC_PASSWORD",
  "DROVER_LASTPASS_BIN",
  "DROVER_LAUNCH_TIMEOUT_MS",
  "DROVER_MCP_TOKEN",
  "DROVER_OATHTOOL_BIN",
  "DROVER_OATHTOOL_SEEDS",
  "DROVER_PASS_BIN",
  "DROVER_SESSION",
  "DROVER_STATE_KEY",
  "DROVER_WORKSPACE",
];

/** A name with a slip in it sets nothing, and looks as if it did. One that resembles none of ours is somebody else's. */
function unknownVariables(env: Record<string, string | undefined>): string[] {
  const known = [...Object.keys(variables), ...otherVariables];
  return Object.keys(env)
    .filter((name) => name.startsWith("DROVER_") && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((candidate) => editDistance(name, candidate) <= 2);
      return meant ? [`${name} is no variable of Drover's and sets nothing: ${meant} was probably meant.`] : [];
    });
}

export function mergeConfig(base: Config, ...layers: ConfigPatch[]): Config {
  return layers.reduce<Config>(
    (merged, layer) => ({
      ...merged,
      ...layer,
      ...((merged.endpoints ?? layer.endpoints) && { endpoints: { ...merged.endpoints, ...layer.endpoints } }),
      unstable: { ...merged.unstable, ...layer.unstable },
    }),
    base,
  );
}
