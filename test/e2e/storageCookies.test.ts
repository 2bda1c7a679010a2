import { expect } from "vitest";
import { test, type Data } from "./support/session.ts";

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

test("cookies_set places a cookie by url, cookies_get finds it, and the server receives it", async ({ session, server }) => {
  const seen: (string | undefined)[] = [];
  const url = server.route("/cookie-echo", (request, response) => {
    seen.push(request.headers.cookie);
    response.end("ok");
  });
  expect(await session.call("cookies_get", { name: "opt-out", url })).toEqual({ ok: true, cookie: null });
  expect(await session.call("cookies_set", { name: "opt-out", value: "1", url: server.origin, httpOnly: true, sameSite: "Lax" })).toMatchObject({
    ok: true,
  });
  const { cookie } = await session.call("cookies_get", { name: "opt-out", url });
  expect(cookie).toMatchObject({ name: "opt-out", value: "1", domain: "127.0.0.1", path: "/", httpOnly: true, secure: false, expires: -1, sameSite: "Lax" });
  await session.call("navigate", { url });
  expect(seen).toEqual(["opt-out=1"]);
});

test("cookies_set by domain and path reaches subdomains; cookies_list filters by url", async ({ session }) => {
  const expires = inAnHour();
  await session.call("cookies_set", { name: "wide", value: "w", domain: ".shop.example", path: "/a", expires });
  await session.call("cookies_set", { name: "narrow", value: "n", url: "https://shop.example/" });
  const names = async (url: string) => {
    const { cookies, count } = await session.call("cookies_list", { urls: [url] });
    expect(count).toBe(cookies.length);
    return cookies.map((cookie: { name: string }) => cookie.name).sort();
  };
  expect(await names("https://shop.example/a/b")).toEqual(["narrow", "wide"]);
  expect(await names("https://www.shop.example/a")).toEqual(["wide"]);
  expect(await names("https://shop.example/b")).toEqual(["narrow"]);
  const { cookie } = await session.call("cookies_get", { name: "wide" });
  expect(cookie).toMatchObject({ domain: ".shop.example", path: "/a" });
  expect(Math.round(cookie.expires)).toBe(expires);
  expect((await session.call("cookies_get", { name: "narrow" })).cookie).toMatchObject({ domain: "shop.example" });
});

test("cookies_set takes domain, path and secure from the url", async ({ session }) => {
  const places: [url: string, place: Record<string, unknown>][] = [
    ["http://shop.example/shop/cart/item?x=/y", { path: "/shop/cart", secure: false }],
    ["https://shop.example/shop/", { path: "/shop", secure: true }],
    ["https://shop.example/shop", { path: "/", secure: true }],
    ["https://shop.example", { path: "/", secure: true }],
  ];
  for (const [url, place] of places) {
    await session.call("cookies_set", { name: "placed", value: "1", url });
    expect(await session.call("cookies_list"), url).toMatchObject({ count: 1, cookies: [{ domain: "shop.example", ...place }] });
    expect(await session.call("cookies_get", { name: "placed", url: `${url}/` }), url).toMatchObject({ cookie: place });
    await session.call("cookies_clear");
  }
  expect(await session.call("cookies_set", { name: "__Host-x", value: "1", url: "https://shop.example/a/b" })).toMatchObject({ ok: true });
  expect(await session.call("cookies_get", { name: "__Host-x" })).toMatchObject({ cookie: { path: "/", secure: true } });
});

test("cookies_delete narrows by url or domain and is idempotent; cookies_clear leaves storage alone", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/clear", "x") });
  await session.call("localstorage_set", { key: "kept", value: "1" });
  for (const url of ["https://one.example/", "https://two.example/"]) await session.call("cookies_set", { name: "id", value: "v", url });
  expect(await session.call("cookies_delete", { name: "id", url: "https://one.example/" })).toMatchObject({ ok: true });
  expect(await session.call("cookies_delete", { name: "id", url: "https://one.example/" })).toMatchObject({ ok: true });
  const left = await session.call("cookies_list");
  expect(left.cookies).toMatchObject([{ domain: "two.example" }]);
  expect(await session.call("cookies_delete", { name: "id", domain: "two.example", path: "/" })).toMatchObject({ ok: true });
  expect(await session.call("cookies_list")).toMatchObject({ count: 0 });
  await session.call("cookies_set", { name: "a", value: "1", url: "https://one.example/" });
  expect(await session.call("cookies_clear")).toEqual({ ok: true, cleared: 1 });
  expect(await session.call("localstorage_get", { key: "kept" })).toMatchObject({ value: "1" });
});

test("cookies_get says when several cookies have the name", async ({ session }) => {
  for (const url of ["https://one.example/", "https://two.example/"]) await session.call("cookies_set", { name: "id", value: "v", url });
  const { warnings } = await session.call("cookies_get", { name: "id" });
  expect(warnings.join()).toContain("one.example/");
  expect((await session.call("cookies_get", { name: "id", url: "https://two.example/" })).warnings).toBeUndefined();
});

const refusals: [cookie: Record<string, unknown>, message: RegExp][] = [
  [{ name: "x", value: "1" }, /belongs nowhere/],
  [{ name: "x", value: "1", domain: "a.example" }, /belongs nowhere/],
  [{ name: "x", value: "1", url: "https://a.example", domain: "a.example", path: "/" }, /both a url and a domain/],
  [{ name: "x", value: "1", url: "ftp://a.example" }, /not a web address/],
  [{ name: "x", value: "1", url: "https://a b.example/" }, /not a web address/],
  [{ name: "x", value: "1", domain: "bad domain;", path: "/" }, /not a domain/],
  [{ name: "x", value: "1", domain: "a.example:80", path: "/" }, /not a domain/],
  [{ name: "x", value: "1", domain: ".a.example/b", path: "/" }, /not a domain/],
  [{ name: "x", value: "1", domain: "a.example", path: "b" }, /its path/],
  [{ name: "x", value: "1", url: "https://a.example", expires: Date.now() }, /year 9999/],
  [{ name: "x", value: "1", url: "https://a.example", expires: 0 }, /expired already/],
  [{ name: "x", value: "1", url: "https://a.example", expires: -5 }, /expired already/],
  [{ name: "x", value: "1", url: "https://a.example", expires: 1_000_000_000 }, /expired already/],
  [{ name: "__Secure-x", value: "1", url: "http://a.example/" }, /its prefix needs secure/],
  [{ name: "__Host-x", value: "1", domain: "a.example", path: "/", secure: true }, /belong to one host/],
  [{ name: "x", value: "1", url: "http://a.example/", sameSite: "None" }, /needs secure/],
  [{ name: "x", value: "1; domain=evil.example", url: "http://a.example/" }, /no semicolons/],
];

test("cookies_set refuses cookies that belong nowhere or that no browser would keep", async ({ session }) => {
  for (const [cookie, message] of refusals) {
    const result = await session.call("cookies_set", cookie);
    expect(result).toMatchObject({ ok: false, error: "bad-input" });
    expect(result.message).toMatch(message);
  }
  expect(await session.call("cookies_list")).toMatchObject({ count: 0 });
  expect(await session.call("cookies_list", { urls: ["no url"] })).toMatchObject({ ok: false, error: "bad-input" });
});

test("what a script has just written is there at once", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/writes", "<title>Writes</title>") });
  for (let round = 0; round < 5; round++) {
    await session.call("eval_js", { expr: `for (let i = 0; i < 100; i++) document.cookie = "c" + i + "=${round}" + "v".repeat(200)` });
    const { cookies } = await session.call("cookies_list");
    expect(cookies.filter(({ value }: Data) => value.startsWith(String(round)))).toHaveLength(100);
  }
  await session.call("eval_js", { expr: `for (let i = 0; i < 100; i++) document.cookie = "c" + i + "=last"` });
  expect(await session.call("auth_save", { name: `${session.id}-writes` })).toMatchObject({ ok: true, cookies: 100 });
  expect(await session.call("cookies_get", { name: "c99" })).toMatchObject({ cookie: { value: "last" } });
  await session.call("auth_delete", { name: `${session.id}-writes` });
});
