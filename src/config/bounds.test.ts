import { expect, test } from "vitest";
import { boundBy, loosened } from "./bounds.ts";
import { configFromEnv, defaultConfig, type ConfigPatch } from "./config.ts";

const having = (patch: ConfigPatch) => ({ ...defaultConfig, ...patch });

test.each<[ConfigPatch, ConfigPatch, string | undefined]>([
  [{}, {}, undefined],
  [{}, { blockedOrigins: ["a.test"] }, undefined],
  [{ blockedOrigins: ["a.test"] }, { blockedOrigins: ["*.test"] }, undefined],
  [{ blockedOrigins: ["a.test"] }, { blockedOrigins: ["b.test"] }, "blockedOrigins"],
  [{}, { allowedOrigins: ["a.test"] }, undefined],
  [{ allowedOrigins: ["*.a.test"] }, { allowedOrigins: ["x.a.test"] }, undefined],
  [{ allowedOrigins: ["a.test"] }, { allowedOrigins: [] }, "allowedOrigins"],
  [{ allowedOrigins: ["https://a.test"] }, { allowedOrigins: ["a.test"] }, "allowedOrigins"],
  [{ allowedOrigins: ["https://a.test"] }, { allowedOrigins: ["https://a.test:*"] }, "allowedOrigins"],
  [{ capabilities: ["read"] }, {}, "capabilities"],
  [{ capabilities: ["read", "action"] }, { capabilities: ["read"] }, undefined],
  [{}, { capabilities: ["eval"] }, "capabilities"],
  [{}, { confirmRequired: [] }, "confirmRequired"],
  [{}, { disableWebSecurity: true }, "disableWebSecurity"],
  [{}, { redactUrls: false }, "redactUrls"],
  [{}, { selfApproval: false }, undefined],
  [{ selfApproval: false }, {}, "selfApproval"],
  [{}, { plugins: ["x"] }, "plugins"],
  [{ plugins: ["x"] }, { plugins: ["x", "y"] }, "plugins"],
  [{ plugins: ["x"] }, {}, "plugins"],
  [{ plugins: ["x", "y"] }, { plugins: ["x"] }, undefined],
  [{}, { attachEndpoint: "http://127.0.0.1:1" }, "attachEndpoint"],
  [{}, { debuggingPort: 9222 }, "debuggingPort"],
  [{ guard: true }, { guard: false }, "guard"],
  [{}, { guard: true }, undefined],
  [{}, { allowPrivate: ["localhost"] }, "allowPrivate"],
  [{ allowPrivate: ["*.intra.test"] }, { allowPrivate: ["a.intra.test"] }, undefined],
  [{ allowPrivate: ["http://localhost:3000"] }, { allowPrivate: ["localhost"] }, "allowPrivate"],
])("from %j to %j loosens %s", (before, after, key) => expect(loosened(having(before), having(after))).toBe(key));

test.each<[ConfigPatch, ConfigPatch, ConfigPatch]>([
  [{ allowedOrigins: [] }, { allowedOrigins: ["a.test"] }, { allowedOrigins: ["a.test"] }],
  [{ allowedOrigins: ["a.test", "b.test"] }, { allowedOrigins: ["*.test"] }, { allowedOrigins: ["a.test", "b.test"] }],
  [{ allowedOrigins: ["a.test"] }, { allowedOrigins: ["b.test"] }, { allowedOrigins: ["https://nothing.invalid"] }],
  [{ blockedOrigins: [] }, { blockedOrigins: ["a.test"] }, { blockedOrigins: ["a.test"] }],
  [{ confirmRequired: [] }, { confirmRequired: ["file_upload"] }, { confirmRequired: ["file_upload"] }],
  [{ redactUrls: false }, { redactUrls: true }, { redactUrls: true }],
  [{ redactUrls: true }, { redactUrls: false }, { redactUrls: true }],
  [{ selfApproval: true }, { selfApproval: false }, { selfApproval: false }],
  [{ guard: false }, { guard: true }, { guard: true }],
  [{ allowPrivate: ["localhost", "http://a.intra.test"] }, { allowPrivate: ["*.intra.test"] }, { allowPrivate: ["http://a.intra.test"] }],
])("%j within %j is %j", (layers, env, bound) => expect(boundBy(having(layers), env)).toMatchObject(bound));

test.each([
  ["DROVER_CONFIRM_REQUIRED", "navigate_off_alowlist", { confirmRequired: ["navigate_off_allowlist", "byob_action"] }],
  ["DROVER_CONFIRM_REQUIRED", "file_upload,bob_action", { confirmRequired: ["navigate_off_allowlist", "byob_action", "file_upload"] }],
  ["DROVER_ALLOWED_ORIGINS", "no origin", { allowedOrigins: ["https://nothing.invalid"] }],
  ["DROVER_ALLOWED_ORIGINS", "no origin,a.test", { allowedOrigins: ["a.test"] }],
  ["DROVER_REDACT_URLS", "flase", { redactUrls: true }],
  ["DROVER_SELF_APPROVAL", "nope", { selfApproval: false }],
  ["DROVER_GUARD", "ture", { guard: true }],
  ["DROVER_ALLOW_PRIVATE", "no origin", { allowPrivate: [] }],
  ["DROVER_HEADLESS", "maybe", {}],
  ["DROVER_BLOCKED_ORIGIN", "a.test", {}],
])("%s=%s is told, and leaves %j", (name, text, patch) => {
  const read = configFromEnv({ [name]: text });
  expect(read.patch).toEqual(patch);
  expect(read.problems).toEqual([expect.stringContaining(name)]);
});
