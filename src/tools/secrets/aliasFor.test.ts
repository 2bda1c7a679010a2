import { expect, test } from "vitest";
import { secretName } from "../../session/secrets.ts";
import { aliasFor } from "./aliasFor.ts";

test.each([
  ["acme-corp", "PASSWORD_ACME_CORP"],
  ["work/mail.example.com", "PASSWORD_WORK_MAIL_EXAMPLE_COM"],
  ["--", "PASSWORD_ACCOUNT"],
  ["ünïcode", "PASSWORD_N_CODE"],
])("%s is %s", (account, alias) => {
  expect(aliasFor("PASSWORD", account)).toBe(alias);
  expect(alias).toMatch(secretName);
});
