import { allowedByBoth, covers } from "../policy/originPolicy.ts";
import type { Config, ConfigPatch } from "./config.ts";

/** Those parts of a configuration that say what somebody may not do. */
const boundKeys = [
  "capabilities",
  "confirmRequired",
  "allowedOrigins",
  "blockedOrigins",
  "attachEndpoint",
  "debuggingPort",
  "guard",
  "allowPrivate",
  "disableWebSecurity",
  "redactUrls",
  "selfApproval",
  "plugins",
] as const satisfies (keyof Config)[];

export type BoundKey = (typeof boundKeys)[number];

/** Whether the second is no less strict than the first. What has no order, such as an endpoint, must stay as it is. */
const keeps: { [Key in BoundKey]: (before: Config, after: Config) => boolean } = {
  capabilities: (before, after) => after.capabilities?.every((one) => before.capabilities?.includes(one)) ?? before.capabilities === undefined,
  confirmRequired: (before, after) => before.confirmRequired.every((hook) => after.confirmRequired.includes(hook)),
  allowedOrigins: (before, after) =>
    before.allowedOrigins.length === 0 ||
    (after.allowedOrigins.length > 0 && after.allowedOrigins.every((one) => before.allowedOrigins.some((wider) => covers(wider, one)))),
  blockedOrigins: (before, after) => before.blockedOrigins.every((one) => after.blockedOrigins.some((wider) => covers(wider, one))),
  attachEndpoint: (before, after) => before.attachEndpoint === after.attachEndpoint,
  debuggingPort: (before, after) => before.debuggingPort === after.debuggingPort,
  guard: (before, after) => after.guard === true || before.guard !== true,
  allowPrivate: (before, after) => (after.allowPrivate ?? []).every((one) => before.allowPrivate?.some((wider) => covers(wider, one))),
  disableWebSecurity: (before, after) => before.disableWebSecurity || !after.disableWebSecurity,
  redactUrls: (before, after) => after.redactUrls || !before.redactUrls,
  selfApproval: (before, after) => before.selfApproval || !after.selfApproval,
  plugins: (before, after) => after.plugins?.every((name) => before.plugins?.includes(name)) ?? before.plugins === undefined,
};

/** The first bound that is looser afterwards. */
export const loosened = (before: Config, after: Config): BoundKey | undefined => boundKeys.find((key) => !keeps[key](before, after));

/** A configuration within the bounds that an environment sets. */
export function boundBy(config: Config, env: ConfigPatch): Config {
  return {
    ...config,
    confirmRequired: [...new Set([...config.confirmRequired, ...(env.confirmRequired ?? [])])],
    allowedOrigins: env.allowedOrigins ? allowedByBoth(config.allowedOrigins, env.allowedOrigins) : config.allowedOrigins,
    blockedOrigins: [...new Set([...config.blockedOrigins, ...(env.blockedOrigins ?? [])])],
    ...(env.guard && { guard: true }),
    ...(env.allowPrivate && { allowPrivate: (config.allowPrivate ?? []).filter((one) => env.allowPrivate?.some((wider) => covers(wider, one))) }),
    redactUrls: config.redactUrls || env.redactUrls === true,
    selfApproval: config.selfApproval && env.selfApproval !== false,
  };
}
