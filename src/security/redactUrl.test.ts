import { expect, test } from "vitest";
import { redactTraffic, redactUrl, redactUrlsIn } from "./redactUrl.ts";

test.each([
  ["https://api.example.com/v1/records?limit=5", "https://api.example.com/v1/records?…"],
  ["https://app.example.com/#/orders/7", "https://app.example.com/#…"],
  ["https://app.example.com/a?b=1#c", "https://app.example.com/a?…#…"],
  ["https://ann:secret@app.example.com:8443/a", "https://app.example.com:8443/a"],
  ["https://a.example/users/3f2504e0-4f89-41d3-9a0c-0305e82c3301/cart", "https://a.example/users/…/cart"],
  ["https://a.example/users/ann%40example.com", "https://a.example/users/…"],
  ["https://a.example/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N", "https://a.example/reset/…"],
  ["https://a.example/hooks/aB3dE5fG7hJ9kL1mN3pQ5rS7", "https://a.example/hooks/…"],
  ["https://a.example/f/8f14e45fceea167a5a36dedd4bea2543", "https://a.example/f/…"],
  ["https://a.example/avatars/8f14e45fceea167a5a36dedd4bea2543.png", "https://a.example/avatars/….png"],
  ["https://a.example/call/+4915112345678", "https://a.example/call/…"],
  ["https://a.example/x;jsessionid=AB12CD", "https://a.example/x;…"],
  ["wss://rt.example.com/socket?token=abc", "wss://rt.example.com/socket?…"],
  ["data:image/png;base64,iVBORw0KGgo=", "data:image/png,…"],
  ["blob:https://a.example/3f2504e0-4f89-41d3-9a0c-0305e82c3301", "blob:https://a.example/…"],
  ["mailto:ann@example.com", "mailto:…"],
  ["/api/orders?token=abc", "/api/orders?…"],
])("%s is shown as %s", (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
});

test.each([
  "https://a.example/",
  "https://a.example/v2/users/42/orders/1007",
  "https://a.example/blog/2024/how-to-make-the-best-chocolate-cake-in-10-minutes",
  "https://a.example/assets/index-DiwrgTda9X3kLmQ2.js",
  "https://a.example/static/main.8f14e45fceea167a.css",
  "https://a.example/rpc/getUserProfileByIdentifier",
  "https://a.example/files/annual_report_2024_final.pdf",
  "about:blank",
])("%s stays as it is", (url) => {
  expect(redactUrl(url)).toBe(url);
});

test("URLs inside of text are found, and what follows them stays", () => {
  expect(redactUrlsIn("at save (https://a.example/app.js?v=12:10:5)")).toBe("at save (https://a.example/app.js?…:10:5)");
  expect(redactUrlsIn('{"next":"https://a.example/p?cursor=1","n":2}')).toBe('{"next":"https://a.example/p?…","n":2}');
  expect(redactUrlsIn("See https://a.example/x?y=1. Then go on.")).toBe("See https://a.example/x?…. Then go on.");
  expect(redactUrlsIn("http://localhost:3000 is up")).toBe("http://localhost:3000 is up");
  expect(redactUrlsIn("no address here: 10:30:00")).toBe("no address here: 10:30:00");
});

test("a result is redacted however deep the URLs lie", () => {
  expect(redactTraffic({ ok: true, requests: [{ url: "https://a.example/?q=1", ms: 3, status: null }] })).toEqual({
    ok: true,
    requests: [{ url: "https://a.example/?…", ms: 3, status: null }],
  });
});
