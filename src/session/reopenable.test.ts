import { expect, test } from "vitest";
import { reopenable } from "./reopenable.ts";

test.each([
  [undefined, undefined, false],
  ["about:blank", undefined, false],
  ["https://app.example/a?b=%3CTOKEN%3E#c", "https://app.example/a?b=%3CTOKEN%3E#c", false],
  ["data:text/html,<H1>", "data:text/html,<H1>", false],
  ["https://app.example/reset?token=<TOKEN>&step=2", "https://app.example/reset", true],
  ["http://localhost:3000/app#/<TOKEN>", "http://localhost:3000/app", true],
  ["https://app.example/reset/<TOKEN>/form?step=2", "https://app.example/", true],
  ["https://<TOKEN>.example/", undefined, true],
  ["https://a.<TOKEN>.example/b", undefined, true],
])("%s is opened again as %s", (written, url, cut) => {
  expect(reopenable(written)).toEqual({ url, cut });
});
