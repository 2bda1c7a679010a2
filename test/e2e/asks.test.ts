import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { page } from "./support/page.ts";
import { engine, test, type Data, type TestSession } from "./support/session.ts";
import { until } from "./support/until.ts";

/** A page that asks as a map, a video call and a notes editor do, and shows what it got. */
const asking = page(`<output id=out>nothing</output>
<button id=map onclick="navigator.geolocation.getCurrentPosition((p) => say('at ' + p.coords.latitude), (e) => say(e.constructor.name + ' ' + e.code + ' ' + (e instanceof GeolocationPositionError)))">Map</button>
<button id=call onclick="navigator.mediaDevices.getUserMedia({video: true, audio: true}).then(() => say('on'), (e) => say(e.name))">Call</button>
<button id=mic onclick="navigator.mediaDevices.getUserMedia({audio: true}).then(() => say('on'), (e) => say(e.name))">Dictate</button>
<button id=allow onclick="Notification.requestPermission().then(say)">Allow notifications</button>
<button id=notify onclick="try { const n = new Notification('New mail', {body: 'From Ada', tag: 'inbox', icon: '/mail.png', data: {secret: 1}}); n.onerror = () => say('error'); say((n instanceof Notification) + ' ' + n.title) } catch (e) { say(e.name) }">Notify</button>
<button id=three onclick="for (const t of ['a', 'b', 'c']) try { new Notification(t) } catch { }">Three</button>
<button id=nothing>Nothing</button>
<script>window.heard = []; const say = (text) => { heard.push(text); document.getElementById('out').textContent = text }</script>`);

const said = async (session: TestSession, text: string): Promise<void> => {
  expect(await until(() => session.call("eval_js", { expr: "out.textContent" }), ({ value }) => value === text)).toMatchObject({ value: text });
};

/** At some time since this was asked last; a machine may have nobody who shows notifications, and then the browser takes them back. */
const hasSaid = async (session: TestSession, text: string): Promise<void> => {
  expect((await session.call("eval_js", { expr: "heard.splice(0)" })).value).toContain(text);
};

const press = (session: TestSession, id: string): Promise<Data> => session.call("click", { selector: `#${id}`, mode: "none" });

async function answer(session: TestSession, value: boolean): Promise<Data> {
  const { questions } = await until(() => session.call("list_questions", { session: session.id }), (list) => list.questions.length > 0);
  await session.call("answer_question", { session: undefined, id: questions[0].id, value });
  return questions[0];
}

test("each permission policy answers as it says and tells, and per-permission words come first", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/asking", asking), mode: "none" });
  const origin = server.origin;
  const raised = await press(session, "map");
  expect(raised).toMatchObject({ ok: false, error: "unhandled-permission", failure: { source: "app", hint: expect.stringContaining("unhandled permission request") }, permissionRequests: [{ permission: "geolocation", origin, handledAs: "raised" }] });
  await said(session, "GeolocationPositionError 1 true");
  expect(await press(session, "nothing")).toMatchObject({ ok: true });

  expect(await session.call("set_permission_policy", { mode: "deny", perPermission: { geolocation: "allow" } })).toMatchObject({ ok: true, policy: { mode: "deny", perPermission: { geolocation: "allow" } } });
  await session.call("set_geolocation", { latitude: 48, longitude: 11 });
  expect(await press(session, "map")).toMatchObject({ ok: true, permissionRequests: [{ permission: "geolocation", handledAs: "allowed" }] });
  await said(session, "at 48");
  expect(await press(session, "call")).toMatchObject({ ok: true, permissionRequests: [{ permission: "camera", handledAs: "denied" }] });
  await said(session, "NotAllowedError");
  expect(await press(session, "allow")).toMatchObject({ permissionRequests: [{ permission: "notifications", handledAs: "denied" }] });
  await said(session, "denied");
  expect(await session.call("eval_js", { expr: "navigator.permissions.query({name: 'notifications'}).then((s) => s.state + ' ' + Notification.permission + ' ' + s.constructor.name)" })).toMatchObject({ value: "denied denied PermissionStatus" });
  expect(await session.call("permission_state", { permissions: ["geolocation", "magnetometer"] })).toMatchObject({ ok: true, origin, geolocation: "granted", magnetometer: expect.stringMatching(/granted|prompt|unknown/) });
  expect(await session.call("permission_state", { permissions: ["geolocation"], origin: "https://elsewhere.test/x" })).toMatchObject({ ok: true, origin: "https://elsewhere.test" });

  await session.call("set_permission_policy", { mode: "ask-human" });
  expect(await press(session, "mic")).toMatchObject({ ok: true, permissionRequests: [{ permission: "microphone", handledAs: "asked-human" }] });
  expect(await answer(session, false)).toMatchObject({ kind: "confirm", about: "permission microphone", prompt: expect.stringContaining(origin) });
  await said(session, "NotAllowedError");

  for (const given of [{ mode: "deny", perPermission: { geolocaton: "allow" } }, { mode: "sometimes" }])
    expect(await session.call("set_permission_policy", given)).toMatchObject({ ok: false, error: "bad-input", ...("perPermission" in given && { hint: expect.stringContaining('"geolocation"') }) });
  expect(await session.call("permission_state", { permissions: ["camra"] })).toMatchObject({ error: "bad-input", hint: expect.stringContaining('"camera"') });
});

test("a notification is shown, refused, raised or put to a person, and told in every case", async ({ session, server }) => {
  await session.call("set_permission_policy", { mode: "raise", perPermission: { notifications: "allow" } });
  await session.call("navigate", { url: server.html("/notes", asking), mode: "none" });
  const origin = server.origin;
  const mail = { title: "New mail", body: "From Ada", tag: "inbox", icon: "/mail.png", origin, timestamp: expect.any(Number) };
  const shown = await press(session, "notify");
  expect(shown).toMatchObject({ ok: true, notifications: [{ ...mail, handledAs: "allowed" }] });
  expect(shown.notifications[0]).not.toHaveProperty("data");
  await hasSaid(session, "true New mail");
  expect((await press(session, "three")).notifications.map(({ title }: Data) => title)).toEqual(["a", "b", "c"]);

  expect(await session.call("set_notification_policy", { mode: "deny" })).toMatchObject({ ok: true, policy: { mode: "deny" } });
  expect(await press(session, "notify")).toMatchObject({ ok: true, notifications: [{ ...mail, handledAs: "denied" }] });
  await said(session, "NotAllowedError");

  await session.call("set_notification_policy", { mode: "raise" });
  expect(await press(session, "notify")).toMatchObject({ ok: false, error: "unhandled-notification", failure: { source: "app", hint: expect.stringContaining("unhandled notification") }, notifications: [{ handledAs: "raised" }] });
  await session.call("eval_js", { expr: "try { new Notification('Between') } catch { }" });
  expect(await press(session, "nothing")).toMatchObject({ ok: false, error: "unhandled-notification", notifications: [{ title: "Between" }] });
  expect(await press(session, "nothing")).toMatchObject({ ok: true });

  await session.call("set_notification_policy", { mode: "ask-human" });
  expect(await press(session, "notify")).toMatchObject({ ok: true, notifications: [{ handledAs: "asked-human" }] });
  await hasSaid(session, "true New mail");
  await answer(session, false);
  await said(session, "error");
});

const looks = `(() => {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const { contentWindow: other } = frame;
  const told = (fn, name, length) => [Function.prototype.toString.call(fn), fn + "", other.Function.prototype.toString.call(fn)].every((text) => new RegExp("^function " + name + "\\\\(\\\\) \\\\{\\\\s+\\\\[native code\\\\]\\\\s+\\\\}$").test(text)) && fn.name === name && fn.length === length && !Object.hasOwn(fn, "prototype");
  const d = Object.getOwnPropertyDescriptor(Geolocation.prototype, "getCurrentPosition");
  const n = Object.getOwnPropertyDescriptor(window, "Notification");
  const found = {
    geolocation: told(Geolocation.prototype.getCurrentPosition, "getCurrentPosition", 1),
    request: told(Notification.requestPermission, "requestPermission", 0),
    toString: told(Function.prototype.toString, "toString", 0),
    method: d.writable && d.enumerable && d.configurable,
    class: n.writable && !n.enumerable && n.configurable && Notification.prototype.constructor === Notification && /^function Notification\\(\\) \\{/.test(Notification + ""),
    keys: Object.keys(Object.getOwnPropertyDescriptors(window)).filter((key) => /drover/i.test(key)).length === 0,
    own: Object.getOwnPropertyNames(navigator).length === 0,
  };
  frame.remove();
  return Object.keys(found).filter((name) => !found[name]);
})()`;

test("the page's functions cannot be told from the browser's own, in frames of other origins and popups too", async ({ session, server }) => {
  const other = server.html("/frame", page(`<script>Notification.requestPermission()</script><p>Frame</p>`)).replace("127.0.0.1", "localhost");
  server.html("/popup", page("<p>Popup</p>"));
  await session.call("set_permission_policy", { mode: "deny" });
  const url = server.html("/looks", page(`<iframe src="${other}" allow="geolocation"></iframe><button onclick="window.open('/popup')">Open</button>`));
  const arrived = await session.call("navigate", { url, mode: "none" });
  // The frame's own first script has asked already.
  expect(arrived.permissionRequests).toMatchObject([{ permission: "notifications", origin: new URL(other).origin, handledAs: "denied" }]);
  expect(await session.call("eval_js", { expr: looks })).toMatchObject({ value: [] });
  await session.call("click", { selector: "button", mode: "none" });
  const { sessions } = await session.call("target");
  const popup = sessions.find(({ url: at }: Data) => at.endsWith("/popup"));
  expect(await session.call("eval_js", { page: popup.id, expr: "Notification.permission" })).toMatchObject({ value: "denied" });
});

test("policies are given when a session is opened, and the next daemon keeps them", async ({ server }) => {
  await using own = ownHome();
  const open = { session: "s", engine, permissionPolicy: { mode: "deny", perPermission: { midi: "raise" } }, notificationPolicy: "raise" };
  expect(await own.call("open_session", { ...open, permissionPolicy: { perPermission: { mdi: "deny" } } })).toMatchObject({ error: "bad-input", hint: expect.stringContaining('"midi"') });
  expect(await own.call("open_session", open)).toMatchObject({ ok: true });
  await own.call("navigate", { session: "s", url: server.html("/kept", asking), mode: "none" });
  await killDaemon(own);
  expect(await own.call("click", { session: "s", selector: "#allow", mode: "none" })).toMatchObject({ ok: true, permissionRequests: [{ permission: "notifications", handledAs: "denied" }] });
  expect(await own.call("click", { session: "s", selector: "#notify", mode: "none" })).toMatchObject({ ok: false, error: "unhandled-notification" });
});
