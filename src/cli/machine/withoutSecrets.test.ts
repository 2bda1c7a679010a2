import { expect, test } from "vitest";
import { withoutSecrets } from "./withoutSecrets.ts";

test.each([
  [{ headless: true, allowedOrigins: ["https://a.example"] }, { headless: true, allowedOrigins: ["https://a.example"] }],
  [{ unstable: { proxy: { password: "p", host: "h" } } }, { unstable: { proxy: { password: "…", host: "h" } } }],
  [{ plugins: [{ apiKey: "k", API_KEY: "k", accessToken: { deep: "t" } }] }, { plugins: [{ apiKey: "…", API_KEY: "…", accessToken: "…" }] }],
  [{ keyboard: "de", monkey: 1 }, { keyboard: "de", monkey: 1 }],
])("%j is told as %j", (given, told) => {
  expect(withoutSecrets(given)).toEqual(told);
});
