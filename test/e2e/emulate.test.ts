/** What pages are made to believe of their device, the time and chance. */
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { decodePng } from "./support/png.ts";
import { killDaemon } from "./support/kill.ts";
import { type Data, engine, test, type TestSession } from "./support/session.ts";

const get = async (session: TestSession, expr: string, options: Record<string, unknown> = {}) => (await session.call("eval_js", { expr, ...options })).value;

test("set_locale, set_timezone and set_user_agent hold for open pages, new tabs, frames and requests, and are reset by null", async ({ session, server }) => {
  const headers: Data[] = [];
  server.route("/echo", (request: Data, response: Data) => {
    headers.push(request.headers);
    response.end("x");
  });
  const url = server.html("/device", `<title>Device</title><iframe src="${server.html("/inner", "x").replace(server.origin, server.otherOrigin)}"></iframe>`);
  const seen = `[navigator.language, (1234.5).toLocaleString(), Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(0).getTimezoneOffset(), navigator.userAgent]`;
  await session.call("navigate", { url });
  const truth = await get(session, seen);
  expect(await session.call("set_locale", { locale: "de_DE" })).toMatchObject({
    ok: true,
    session: session.id,
    applied: { locale: "de-DE" },
    state: { locale: "de-DE", timezoneId: null, geolocation: null, colorScheme: null, reducedMotion: null, userAgent: null, permissions: {} },
  });
  await session.call("set_timezone", { timezoneId: "America/St_Johns" });
  expect((await session.call("set_user_agent", { userAgent: "Bot/1.0" })).state).toMatchObject({ timezoneId: "America/St_Johns", userAgent: "Bot/1.0" });
  await session.call("navigate", { url });
  const told = ["de-DE", "1.234,5", "America/St_Johns", 210, "Bot/1.0"];
  expect(await get(session, seen)).toEqual(told);
  const inner = (await session.call("frames_list")).frames.find((frame: Data) => frame.url.includes("/inner"));
  expect((await session.call("eval_js", { expr: seen, frame: inner.id ?? inner.frameId })).value).toEqual(told);
  const { id } = await session.call("tab_open", { url: server.html("/device2", "x") });
  expect(await get(session, seen, { page: id })).toEqual(told);
  expect(await get(session, `fetch("/echo").then(() => 1)`)).toBe(1);
  expect(headers.at(-1)).toMatchObject({ "user-agent": "Bot/1.0", "accept-language": expect.stringContaining("de-DE") });
  // The page that set them first is gone, and so would be what its process was told.
  await session.call("tab_close", { id: (await session.call("list_targets")).find((target: Data) => target.id !== id).id });
  await session.call("set_locale", {});
  await session.call("set_timezone", { timezoneId: null });
  await session.call("set_user_agent", { userAgent: null });
  await session.call("navigate", { url });
  expect(await get(session, seen)).toEqual(truth);
});

test("a page goes on believing it when its neighbour in the same process is closed", async ({ session, server }) => {
  const url = server.html("/neighbours", "<title>Neighbours</title>");
  await session.call("navigate", { url });
  await session.call("set_timezone", { timezoneId: "Asia/Tokyo" });
  await session.call("eval_js", { expr: `window.open(${JSON.stringify(url)}).name` });
  await expect.poll(async () => (await session.call("list_targets")).length).toBe(2);
  const [first, second] = await session.call("list_targets");
  await session.call("tab_close", { id: first.id });
  const zone = () => get(session, "Intl.DateTimeFormat().resolvedOptions().timeZone", { page: second.id });
  await expect.poll(zone).toBe("Asia/Tokyo");
});

test("geolocation needs its grant; grants are replaced by origin and taken back together", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/where", "<title>Where</title>") });
  const where = `new Promise((resolve) => navigator.geolocation.getCurrentPosition(({ coords }) => resolve([coords.latitude, coords.longitude]), (error) => resolve(error.code)))`;
  const set = await session.call("set_geolocation", { latitude: 40.7128, longitude: -74.006, accuracy: 5 });
  expect(set).toMatchObject({ ok: true, applied: { geolocation: { latitude: 40.7128, longitude: -74.006, accuracy: 5 } } });
  expect(set.warnings.join()).toContain("grant_permissions");
  expect(await session.call("grant_permissions", { permissions: ["geolocation"] })).toMatchObject({ ok: true, state: { permissions: { "": ["geolocation"] } } });
  expect(await get(session, where)).toEqual([40.7128, -74.006]);
  expect((await session.call("set_geolocation", { latitude: 1, longitude: 2 })).warnings).toEqual([]);
  expect(await get(session, where)).toEqual([1, 2]);
  const origin = server.origin;
  expect(await session.call("grant_permissions", { permissions: ["notifications"], origin: `${origin}/x` })).toMatchObject({
    state: { permissions: { "": ["geolocation"], [origin]: ["notifications"] } },
  });
  expect(await get(session, "Notification.permission")).toBe("granted");
  expect(await get(session, where)).toEqual([1, 2]);
  const cleared = await session.call("grant_permissions", { permissions: [], origin });
  expect(cleared).toMatchObject({ ok: true, state: { permissions: {} } });
  expect(cleared.note).toContain(origin);
  expect(await get(session, "navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)")).not.toBe("granted");
  expect((await session.call("set_geolocation", {})).state.geolocation).toBeNull();
});

test("what makes no sense is refused and changes nothing", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/sense", "<title>Sense</title>") });
  const bad: [string, Record<string, unknown>][] = [
    ["set_locale", { locale: "not a locale" }],
    ["set_timezone", { timezoneId: "Mars/Olympus" }],
    ["set_geolocation", { latitude: 91, longitude: 0 }],
    ["set_geolocation", { latitude: 1 }],
    ["set_user_agent", { userAgent: "a\r\nx: y" }],
    ["grant_permissions", { permissions: ["world-domination"] }],
    ["grant_permissions", { permissions: ["geolocation"], origin: "nowhere" }],
    ["seed_random", { seed: -1 }],
    ["seed_random", { seed: 2 ** 32 }],
    ["seed_random", { seed: null, crypto: true }],
    ["clock", { mode: "advance" }],
    ["clock", { mode: "advance", byMs: 1, atIso: "2026-01-01" }],
    ["clock", { mode: "freeze", atIso: "soon" }],
    ["clock", { mode: "advance", byMs: 1e12 }],
  ];
  for (const [tool, input] of bad) expect(await session.call(tool, input), `${tool} ${JSON.stringify(input)}`).toMatchObject({ ok: false, error: "bad-input" });
  expect((await session.call("set_locale", {})).state).toEqual({
    locale: null,
    timezoneId: null,
    geolocation: null,
    colorScheme: null,
    reducedMotion: null,
    media: null,
    userAgent: null,
    permissions: {},
  });
});

test("colour scheme and reduced motion change what media queries find, and Firefox says that it cannot", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/media", "<title>Media</title>") });
  const matches = `["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"].map((query) => matchMedia(query).matches)`;
  const dark = await session.call("set_color_scheme", { scheme: "dark" });
  if (engine === "firefox") return expect(dark).toMatchObject({ ok: false, error: "unsupported-engine" });
  expect(dark).toMatchObject({ ok: true, applied: { colorScheme: "dark" } });
  expect(await get(session, matches)).toEqual([true, false]);
  await session.call("set_reduced_motion", { on: true });
  expect(await get(session, matches)).toEqual([true, true]);
  const { id } = await session.call("tab_open", { url: server.html("/media2", "x") });
  expect(await get(session, matches, { page: id })).toEqual([true, true]);
  await session.call("set_color_scheme", { scheme: "no-preference" });
  await session.call("set_reduced_motion", { on: false });
  expect(await get(session, matches, { page: id })).toEqual([false, false]);
});

test.runIf(engine === "chromium")("set_media prints, forces colours and asks for contrast in open pages and new ones, filters what is drawn, and is taken back one by one", async ({ session, server }) => {
  const url = server.html("/media-kinds", "<title>Kinds</title><body style='background:#ff0000'>");
  await session.call("navigate", { url });
  const queries = ["print", "(prefers-contrast: more)", "(forced-colors: active)", "(prefers-reduced-transparency: reduce)", "(color-gamut: p3)", "(prefers-color-scheme: dark)"];
  const matches = `${JSON.stringify(queries)}.map((query) => matchMedia(query).matches)`;
  await session.call("set_color_scheme", { scheme: "dark" });
  expect(await session.call("set_media", { type: "print", contrast: "more", forcedColors: "active", reducedTransparency: "reduce", colorGamut: "p3" })).toMatchObject({ ok: true, state: { media: { type: "print", contrast: "more" }, colorScheme: "dark" } });
  expect(await get(session, matches)).toEqual([true, true, true, true, true, true]);
  const { id } = await session.call("tab_open", { url });
  expect(await get(session, matches, { page: id })).toEqual([true, true, true, true, true, true]);
  await session.call("tab_close", { query: id });
  expect((await session.call("set_media", { type: null, forcedColors: null, colorGamut: null })).state.media).toEqual({ contrast: "more", reducedTransparency: "reduce" });
  expect(await get(session, matches)).toEqual([false, true, false, true, false, true]);
  const colour = async () => decodePng(Buffer.from((await session.outcome("screenshot", { format: "png" })).images![0]!.data, "base64")).pixel(600, 300);
  expect(await colour()).toEqual([255, 0, 0]);
  await session.call("set_media", { vision: "achromatopsia" });
  const [red, green, blue] = await colour();
  expect([green, blue]).toEqual([red, red]);
  expect((await session.call("set_media")).state.media).toBeNull();
  expect(await colour()).toEqual([255, 0, 0]);
});

test("seed_random gives the same numbers to every document until it is taken back", async ({ session, server }) => {
  const url = server.html("/dice", "<title>Dice</title><script>window.first = Math.random()</script>");
  await session.call("navigate", { url });
  const own = await get(session, "Math.random.toString()");
  expect(await session.call("seed_random", { seed: 1337 })).toMatchObject({ ok: true, applied: { seed: 1337 } });
  const three = await get(session, "[Math.random(), Math.random(), Math.random()]");
  // Mulberry32 of 1337, as anybody else computes it.
  expect(three[0]).toBeCloseTo(0.1844118325971067, 12);
  expect(new Set(three).size).toBe(3);
  await session.call("navigate", { url: `${url}?again` });
  expect(await get(session, "window.first")).toBe(three[0]);
  await session.call("seed_random", { seed: null });
  expect(await get(session, "Math.random.toString()")).toBe(own);
  await session.call("navigate", { url: `${url}?free` });
  expect(await get(session, "window.first")).not.toBe(three[0]);
});

test("seed_random with crypto gives getRandomValues and randomUUID the same numbers, in their own shape, and gives the browser's own back", async ({ session, server }) => {
  const url = server.html("/lottery", "<title>Lottery</title>");
  const drawn = `[crypto.randomUUID(), ...crypto.getRandomValues(new Uint16Array(new ArrayBuffer(8), 2, 2))]`;
  const looks = `[crypto.getRandomValues, crypto.randomUUID, Math.random].every((each) => /native code/.test(each))`;
  const draw = async () => {
    await session.call("navigate", { url });
    return get(session, drawn);
  };
  const set = await session.call("seed_random", { seed: 5, crypto: true });
  expect(set).toMatchObject({ ok: true, applied: { seed: 5, crypto: true } });
  expect(set.warnings.join()).toContain("foretold");
  const first = await draw();
  expect(first).toEqual([expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/), expect.any(Number), expect.any(Number)]);
  expect(await get(session, looks)).toBe(true);
  expect(await get(session, `(() => { try { crypto.getRandomValues(new Float32Array(1)) } catch (error) { return error.name } })()`)).toBe("TypeMismatchError");
  expect(await draw()).toEqual(first);
  await session.call("seed_random", { seed: 5 });
  expect(await draw()).not.toEqual(first);
});

/** Says what time it is and throws a die before anything else, and again on each message; then waits for a minute. */
const workerScript = `
  const say = () => [Date.now(), Math.random(), new Intl.DateTimeFormat("en", { year: "numeric" }).format()];
  const first = say();
  let rang = 0;
  const listen = (port) => { port.onmessage = () => port.postMessage({ first, now: say(), rang }); };
  setTimeout(() => { rang++; }, 60000);
  if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => listen(port);
  else listen(self);`;

test.skipIf(engine === "firefox")("clock and seed_random hold in workers from their first line on, and until they are taken back", async ({ session, server }) => {
  server.route("/clockwork.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(workerScript);
  });
  const at = Date.parse("2031-05-06T07:08:09Z");
  await session.call("clock", { mode: "freeze", atIso: "2031-05-06T07:08:09Z" });
  await session.call("seed_random", { seed: 1337 });
  await session.call("navigate", {
    url: server.html(
      "/clockwork",
      `<title>Clockwork</title><script>
        const shared = new SharedWorker("/clockwork.js").port;
        window.all = [new Worker("/clockwork.js"), new Worker("/clockwork.js", { type: "module" }), shared];
        window.told = () => Promise.all(all.map((worker) => new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); worker.postMessage(1); })));
      </script>`,
    ),
  });
  const told = (): Promise<Data[]> => get(session, "told()");
  const dice = expect.closeTo(0.1844118325971067, 12);
  expect((await told()).map(({ first, rang }) => [first, rang])).toEqual(Array.from({ length: 3 }, () => [[at, dice, "2031"], 0]));
  expect(await session.call("clock", { mode: "advance", byMs: 90_000 })).toMatchObject({ timersFired: 3 });
  expect((await told()).map(({ now, rang }) => [now[0], rang])).toEqual(Array.from({ length: 3 }, () => [at + 90_000, 1]));
  await session.call("seed_random", { seed: 1337 });
  expect((await told()).map(({ now }) => now[1])).toEqual([dice, dice, dice]);
  await session.call("clock", { mode: "release" });
  for (const { now } of await told()) expect(Math.abs(now[0] - Date.now())).toBeLessThan(60_000);
});

const timers = `<title>Timers</title><script>
  window.born = Date.now();
  window.log = [];
  const say = (what) => log.push([what, Date.now() - born]);
  setTimeout(() => say("expired"), 120000);
  setInterval(() => say("tick"), 50000);
  setTimeout(() => Promise.resolve().then(() => setTimeout(() => say("chained"), 1000)), 60000);
</script>`;

test("clock stops, jumps with the timers that fall due, stays put over navigations and runs again", async ({ session, server }) => {
  const url = server.html("/timers", timers);
  const at = Date.parse("2026-12-31T23:59:00Z");
  await session.call("navigate", { url: server.html("/before", "x") });
  expect(await session.call("clock", { mode: "freeze", atIso: "2026-12-31T23:59:00Z" })).toMatchObject({
    ok: true,
    applied: { mode: "freeze", nowIso: "2026-12-31T23:59:00.000Z", paused: true },
  });
  expect(await get(session, "Date.now()")).toBe(at);
  await session.call("navigate", { url });
  expect(await get(session, `[window.born, +new Date(), new Date() instanceof Date, new Date(5).getTime(), typeof Date(), new Date().constructor === Date, Date.UTC(2000, 0)]`)).toEqual([
    at, at, true, 5, "string", true, Date.UTC(2000, 0),
  ]);
  // Short timers go on by themselves: the page is alive.
  expect(await get(session, "new Promise((resolve) => setTimeout(() => resolve(Date.now()), 20))")).toBe(at);
  const before = await get(session, "performance.now()");
  const jumped = await session.call("clock", { mode: "advance", byMs: 120_000 });
  expect(jumped).toMatchObject({ applied: { nowIso: "2027-01-01T00:01:00.000Z", paused: true }, timersFired: 5 });
  const log: [string, number][] = await get(session, "log");
  expect(log.map(([what]) => what)).toEqual(["tick", "chained", "tick", "expired"]);
  for (const [index, due] of [50_000, 61_000, 100_000, 120_000].entries()) expect(Math.abs(log[index]![1] - due)).toBeLessThan(20_000);
  expect(await get(session, "performance.now()")).toBeGreaterThan(before + 119_000);
  expect(await session.call("clock", { mode: "advance", atIso: "2027-06-01" })).toMatchObject({ applied: { nowIso: "2027-06-01T00:00:00.000Z" } });
  await session.call("navigate", { url: `${url}?later` });
  expect(await get(session, "window.born")).toBe(Date.parse("2027-06-01"));
  expect(await session.call("clock", { mode: "release" })).toMatchObject({ applied: { mode: "release", paused: false } });
  expect(Math.abs((await get(session, "Date.now()")) - Date.now())).toBeLessThan(60_000);
  expect(await get(session, "[Date, setTimeout, setInterval, clearTimeout, performance.now, requestAnimationFrame].every((each) => /native code/.test(each))")).toBe(true);
});

test("timers that were set before the clock stopped fall due in a jump, once, and can still be cleared", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/earlier",
      `<title>Earlier</title><script>
        window.log = [];
        setTimeout((what) => log.push(what), 60000, "once");
        setTimeout(() => log.push("within reach"), 1);
        window.ticking = setInterval(() => log.push("tick"), 25000);
        window.cleared = setTimeout(() => log.push("never"), 30000);
      </script>`,
    ),
  });
  await expect.poll(() => get(session, "log")).toEqual(["within reach"]);
  await session.call("clock", { mode: "freeze" });
  await get(session, "clearTimeout(cleared)");
  expect(await session.call("clock", { mode: "advance", byMs: 61_000 })).toMatchObject({ timersFired: 3 });
  expect(await get(session, "log")).toEqual(["within reach", "tick", "tick", "once"]);
  await get(session, "clearInterval(ticking)");
  expect(await session.call("clock", { mode: "advance", byMs: 120_000 })).toMatchObject({ timersFired: 0 });
  await session.call("clock", { mode: "release" });
});

test("a jump over more timers than anybody can fire ends and says so", async ({ session, server }) => {
  await session.call("clock", { mode: "freeze" });
  await session.call("navigate", { url: server.html("/many", "<title>Many</title><script>setInterval(() => (window.ticks = (window.ticks ?? 0) + 1), 1000)</script>") });
  const jumped = await session.call("clock", { mode: "advance", byMs: 30 * 24 * 3600 * 1000 });
  expect(jumped).toMatchObject({ ok: true, timersFired: 10_000 });
  expect(jumped.warnings.join()).toContain("skipped");
  expect(await session.call("eval_js", { expr: "window.ticks >= 10000" })).toMatchObject({ value: true });
});

test("all of it goes on under the next daemon", async ({ server }) => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "default", engine });
  await drover.call("navigate", { url: server.html("/standing-device", "<title>Standing</title>"), mode: "none" });
  await drover.call("set_locale", { locale: "fr" });
  await drover.call("set_timezone", { timezoneId: "Asia/Tokyo" });
  await drover.call("set_geolocation", { latitude: 1, longitude: 2 });
  await drover.call("grant_permissions", { permissions: ["geolocation"] });
  await drover.call("clock", { mode: "freeze", atIso: "2030-01-01" });
  await drover.call("seed_random", { seed: 7 });
  await killDaemon(drover);
  await drover.call("navigate", { url: server.html("/standing-device2", "<script>window.first = Math.random()</script>"), mode: "none" });
  const seen = `new Promise((resolve) => navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords.longitude), (error) => resolve(error.message)))
    .then((longitude) => [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now(), longitude, window.first])`;
  expect((await drover.call("eval_js", { expr: seen })).value).toEqual(["fr", "Asia/Tokyo", Date.parse("2030-01-01"), 2, expect.closeTo(0.011704753153026104, 12)]);
});
