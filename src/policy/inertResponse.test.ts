import { expect, test } from "vitest";
import { inertResponse, runBy } from "./inertResponse.ts";

const page = "<script>1</script>";

test.each([
  [{ body: page }],
  [{ body: "x", contentType: "text/html" }],
  [{ body: "x", contentType: "text/plain, text/html" }],
  [{ body: "x", contentType: "text/plain;charset=utf-8,text/html" }],
  [{ body: "x", contentType: "text/plain\r\ncontent-type: text/html" }],
  [{ body: "x", contentType: "text/javascript" }],
  [{ body: "x", contentType: "application/wasm" }],
  [{ body: "x", contentType: "image/svg+xml" }],
  [{ body: "x", contentType: "application/atom+xml" }],
  [{ body: "x", contentType: "multipart/x-mixed-replace" }],
  [{ body: "x", contentType: "text/plain", headers: { "cOntent-type": "text/html" } }],
  [{ body: "x", headers: { "content-type": "text/html", "Content-Type": "text/plain" } }],
  [{ status: 302, headers: { LOCATION: "https://evil.test/x.js" } }],
  [{ body: "{}", headers: { refresh: "0;url=data:text/html,x" } }],
  [{ body: "{}", headers: { Link: "<x.js>; rel=modulepreload" } }],
])("%j would run", (response) => expect(inertResponse(response)).toHaveProperty("runs"));

test.each([
  [{ body: "{}" }, "application/json"],
  [{ body: "plain" }, "text/plain; charset=utf-8"],
  [{}, "application/octet-stream"],
  [{ body: page, contentType: "text/plain" }, "text/plain"],
  [{ body: "a", headers: { "Content-Type": "text/csv; charset=utf-8" } }, "text/csv; charset=utf-8"],
  [{ body: "a", contentType: "application/problem+json", headers: { "X-Content-Type-Options": "" } }, "application/problem+json"],
])("%j is %s and stays so", (response, type) =>
  expect(inertResponse(response)).toMatchObject({ inert: { headers: { "content-type": type, "x-content-type-options": "nosniff" } } }));

test.each(["http://a.test/x.html", "https://a.test/", "about:blank", "data:,x", "data:text/plain,<script>", "data:;base64,eA==", "data:image/png;base64,eA==", "file:///w/a.txt"])(
  "%s runs nothing of its own",
  (address) => expect(runBy(new URL(address))).toBeUndefined(),
);

test.each([
  "data:text/html,x",
  "data:text/html;base64,eA==",
  "data:text/plain,text/html,x".replace("text/plain,", "text/html;a=b,"),
  "data: text/html ,x",
  "data:application/xml,x",
  "about:config",
  "chrome://settings",
  "devtools://devtools/bundled/inspector.html",
  "file:///w/a.html",
  "file:///w/",
  "file:///w/a",
  "filesystem:http://a.test/x",
])("%s may", (address) => expect(runBy(new URL(address))).toBeTypeOf("string"));
