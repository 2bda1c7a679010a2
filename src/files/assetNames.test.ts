import { expect, test } from "vitest";
import { AssetNames } from "./assetNames.ts";

test.each([
  ["https://a.test/img/logo.png?v=2#x", "", "logo.png"],
  ["https://a.test/img/caf%C3%A9%20menu.jpg", "", "café menu.jpg"],
  ["https://a.test/", "text/html", "asset.html"],
  ["https://a.test/..%2f..%2fetc%2fpasswd", "", "etcpasswd"],
  ["https://a.test/.htaccess", "", "htaccess"],
  ["https://a.test/%00%01", "image/png", "asset.png"],
  ["https://a.test/font", "font/woff2", "font.woff2"],
  ["https://a.test/100%", "", "100"],
  ["data:image/png;base64,AA==", "image/png", "asset.png"],
  [`https://a.test/${"x".repeat(300)}.css`, "", `${"x".repeat(100)}.css`],
])("%s of type %j is kept as %s", (url, mime, name) => expect(new AssetNames().nameFor(url, mime)).toBe(name));

test("names are given once, whatever their case, and none that is there already", () => {
  const names = new AssetNames((name) => name === "there.png");
  const given = ["logo.png", "LOGO.png", "logo.png", "there.png"].map((name) => names.nameFor(`https://a.test/${name}`));
  expect(given).toEqual(["logo.png", "LOGO-1.png", "logo-2.png", "there-1.png"]);
});
