import { expect, test } from "vitest";
import { configFromEnv, defaultConfig, mergeConfig } from "./config.ts";

test("environment variables become a layer, and what does not parse is named", () => {
  const { patch, problems } = configFromEnv({
    DROVER_HEADLESS: "0",
    DROVER_ALLOWED_ORIGINS: "https://a.test, https://*.b.test",
    DROVER_BROWSER: "netscape",
    DROVER_ACTION_TIMEOUT_MS: "9000",
    DROVER_TEST_ATTRIBUTES: "",
  });
  expect(patch).toEqual({ headless: false, allowedOrigins: ["https://a.test", "https://*.b.test"], actionTimeoutMs: 9000 });
  expect(problems).toEqual([expect.stringContaining("DROVER_BROWSER=netscape")]);
});

test("of a list with a slip in it the rest counts", () => {
  const { patch, problems } = configFromEnv({
    DROVER_BLOCKED_ORIGINS: "http://a.test,nonsense here",
    DROVER_CAPABILITIES: "read,evel",
    DROVER_ACTION_TIMEOUT_MS: "abc",
  });
  expect(patch).toEqual({ blockedOrigins: ["http://a.test"], capabilities: ["read"] });
  expect(problems).toEqual([
    expect.stringMatching(/^DROVER_CAPABILITIES=read,evel .*"eval"/),
    expect.stringMatching(/^DROVER_BLOCKED_ORIGINS=.*"nonsense here" is no origin/),
    expect.stringMatching(/^DROVER_ACTION_TIMEOUT_MS=abc /),
  ]);
});

test("disableWebSecurity cannot be switched on by the environment", () => {
  expect(configFromEnv({ DROVER_DISABLE_WEB_SECURITY: "1" }).patch).toEqual({});
});

test("later layers win, arrays replace, unstable merges", () => {
  const merged = mergeConfig(defaultConfig, { testAttributes: ["data-a"], unstable: { x: 1 } }, { headless: false, unstable: { y: 2 } });
  expect(merged).toMatchObject({ testAttributes: ["data-a"], headless: false, unstable: { x: 1, y: 2 }, actionTimeoutMs: 5000 });
});
