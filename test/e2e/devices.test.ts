import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { page } from "./support/page.ts";
import { engine, test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

/** A heart-rate monitor, a scale and a game pad, written as their tutorials are. */
const gadgets = page(`<output id=out></output>
<button id=heart onclick="run(async () => {
  const device = await navigator.bluetooth.requestDevice({filters: [{services: ['heart_rate']}]});
  const server = await device.gatt.connect();
  const service = await server.getPrimaryService('heart_rate');
  const place = (await (await service.getCharacteristic('body_sensor_location')).readValue()).getUint8(0);
  await (await service.getCharacteristic('heart_rate_control_point')).writeValue(Uint8Array.of(1));
  const rate = await service.getCharacteristic('heart_rate_measurement');
  const rates = [];
  const done = new Promise((resolve) => rate.addEventListener('characteristicvaluechanged', ({target}) => { rates.push(target.value.getUint8(1)); if (rates.length === 2) resolve() }));
  await rate.startNotifications(); await done;
  const missing = await server.getPrimaryService('battery_service').catch((e) => e.name);
  return [device.name, device.id, place, rates.join('-'), missing, server.connected].join(' ');
})">Heart</button>
<button id=scale onclick="run(async () => {
  const device = await navigator.usb.requestDevice({filters: [{vendorId: 0x922}]});
  await device.open(); await device.selectConfiguration(1); await device.claimInterface(0);
  await device.transferOut(2, Uint8Array.of(7, 8));
  const first = await device.transferIn(1, 64), second = await device.transferIn(1, 64);
  return [device.productName, device.vendorId, device.serialNumber, first.status, first.data.getUint8(1), second.data.byteLength].join(' ');
})">Scale</button>
<button id=pad onclick="run(async () => {
  const [device] = await navigator.hid.requestDevice({filters: []});
  if (!device) return 'no pad';
  const report = new Promise((resolve) => { device.oninputreport = resolve });
  await device.open(); await device.sendReport(3, Uint8Array.of(9));
  const { reportId, data } = await report;
  return [device.productName, reportId, data.getUint8(0), (await device.receiveFeatureReport(4)).getUint8(0)].join(' ');
})">Pad</button>
<button id=known onclick="run(async () => (await navigator.usb.getDevices()).map((d) => d.productName).join())">Known</button>
<script>const run = (work) => work().then((text) => { out.textContent = text }, (e) => { out.textContent = e.name })</script>`);

const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");

test("a heart-rate monitor, a scale and a game pad that are not there work, and are known again", async ({ server }) => {
  await using own = ownHome();
  const client = own.client("sdk", { DROVER_CAPABILITIES: "read,navigation,action,human,eval,device-emulation" });
  const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: "s", ...input })).data;
  const without = (tool: string, input: Record<string, unknown> = {}) => own.call(tool, { session: "s", ...input });
  const press = (id: string) => call("click", { selector: `#${id}`, mode: "none" });
  const said = async (text: string) => expect(await until(() => without("eval_js", { expr: "out.textContent" }), ({ value }) => value === text)).toMatchObject({ value: text });
  await own.call("open_session", { session: "s", engine });
  await without("navigate", { url: server.html("/gadgets", gadgets), mode: "none" });

  expect(await without("emulate_usb", { devices: [] })).toMatchObject({ error: "capability-disabled", requiredCapability: "device-emulation" });
  if (engine === "chromium") {
    await without("click", { selector: "#scale", mode: "none" });
    await said("NotFoundError");
    expect(await without("device_requests")).toMatchObject({ ok: true, session: "s", supportedApis: ["bluetooth", "usb", "hid"], requests: [{ api: "usb", handledAs: "refused", returned: null, filters: [{ vendorId: 0x922 }] }] });
    await press("scale");
    await press("pad");
    await said("no pad");
    expect((await call("device_requests")).requests.slice(1)).toMatchObject([{ api: "usb", handledAs: "rejected" }, { api: "hid", handledAs: "empty" }]);
  }

  const heart = {
    name: "HR Monitor",
    id: "hr-1",
    services: [{ uuid: "heart_rate", characteristics: [{ uuid: "body_sensor_location", value: base64(2) }, { uuid: "heart_rate_control_point" }, { uuid: "heart_rate_measurement", notify: [base64(0, 72), base64(0, 75)], everyMs: 5 }] }],
  };
  expect(await call("emulate_bluetooth", { devices: [heart] })).toMatchObject({ ok: true, session: "s", api: "bluetooth", catalog: { devices: [{ name: "HR Monitor", id: "hr-1", vendorId: 0 }] } });
  const since = Date.now();
  await press("heart");
  await said("HR Monitor hr-1 2 72-75 NotFoundError true");
  const sparse = { name: "Scale", vendorId: 0x922, transfersIn: { "1": [base64(3, 4)] } };
  expect(await call("emulate_usb", { devices: [{ name: "Other", vendorId: 1 }, sparse] })).toMatchObject({ catalog: { devices: [{ id: "drover-usb-0" }, { serialNumber: "DROVER-VIRTUAL", deviceClass: 255, manufacturerName: "drover virtual" }] } });
  await press("scale");
  await said("Scale 2338 DROVER-VIRTUAL ok 4 0");
  await call("emulate_hid", { devices: [{ inputReports: [{ reportId: 1, data: base64(5) }], featureReports: { "4": base64(6) }, everyMs: 5 }] });
  await press("pad");
  await said("drover-virtual 1 5 6");
  expect(await call("device_requests", { since })).toMatchObject({
    requests: [{ api: "bluetooth", handledAs: "resolved", returned: "HR Monitor" }, { api: "usb", returned: "Scale" }, { api: "hid", returned: "drover-virtual" }],
    writes: [{ api: "bluetooth", device: "hr-1", channel: "heart_rate_control_point", data: base64(1) }, { api: "usb", channel: "2", data: base64(7, 8) }, { api: "hid", channel: "report 3", data: base64(9) }],
  });

  await killDaemon(own);
  await call("navigate", { url: server.html("/gadgets", gadgets), mode: "none" });
  await press("known");
  await said("Scale");
  expect(await call("emulate_usb")).toMatchObject({ catalog: { devices: [] } });
  await press("known");
  await said("");
  expect(await call("emulate_usb", { devices: [{ vendorId: 70_000 }] })).toMatchObject({ ok: false, error: "bad-input" });
});

const marks = `(() => {
  const webdriver = Object.getOwnPropertyDescriptor(Navigator.prototype, "webdriver");
  return [navigator.webdriver, /native code/.test(webdriver.get + ""), webdriver.get.name, Object.hasOwn(navigator, "webdriver"), navigator.languages.length > 0, navigator.plugins.length > 0, !/Chrome\\//.test(navigator.userAgent) || typeof chrome.runtime].join(" ");
})()`;

/** BotD, as its makers publish it (npm: @fingerprintjs/botd): the names of its detectors that take this browser for a robot's. */
const botd = `<script type="module">
  import { load } from "/botd.js";
  const detector = await load({ monitoring: false });
  detector.detect();
  window.suspicions = Object.entries(detector.getDetections()).flatMap(([name, { bot }]) => (bot ? [name] : [])).join(" ");
</script>`;
/** A browser without a window says so in its name, which is none of the four marks. */
const itsName = engine === "chromium" ? "detectAppVersion detectUserAgent" : "";

test("with the capability `stealth` the four marks are gone before a page's first script and BotD does not find them; without it nothing changes", async ({ server }) => {
  await using own = ownHome();
  server.route("/botd.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(readFileSync(new URL("../../node_modules/@fingerprintjs/botd/dist/botd.esm.js", import.meta.url)));
  });
  const stealthy = own.client("sdk", { DROVER_CAPABILITIES: "read,navigation,action,eval,stealth" });
  const url = server.html("/marks", page(`<script>window.first = ${marks}</script>${botd}`));
  const first = async (client: ReturnType<typeof own.client>, session: string) => {
    await client.call("open_session", { session, engine, mode: "incognito" });
    await client.call("navigate", { session, url, mode: "none" });
    const value = async (expr: string) => ((await client.call("eval_js", { session, expr })).data as Data).value;
    await expect.poll(() => value("typeof suspicions")).toBe("string");
    return { marks: await value("first"), suspicions: await value("suspicions") };
  };
  expect(await first(stealthy, "hidden")).toEqual({ marks: `false true get webdriver false true true ${engine === "chromium" ? "object" : "true"}`, suspicions: itsName });
  expect(await first(own.client(), "plain")).toEqual({ marks: expect.stringMatching(/^true true get webdriver/), suspicions: `${itsName} detectWebDriver`.trim() });
});
