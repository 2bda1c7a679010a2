import type { DeviceData } from "./api.ts";
import type { Asker } from "./asker.ts";
import { readBase64 } from "../state/bytes.ts";
import { fire, madeTarget, viewOf } from "./madeTarget.ts";

type ReportEvent = new (type: string, init: object) => Event;

/** A HID device: once it is open it sends the input reports that were staged. */
export function hidDevice(data: DeviceData, asker: Asker): EventTarget {
  let opened = false;
  const send = (channel: string) => async (reportId: number, given: BufferSource) => {
    if (!opened) throw new DOMException("The device must be opened first.", "InvalidStateError");
    await asker.ask({ ask: "deviceData", api: "hid", device: data.id, channel: `${channel} ${reportId}`, data: await readBase64(given) });
  };
  const device: EventTarget = madeTarget("HIDDevice", {
    vendorId: data.vendorId,
    productId: data.productId,
    productName: data.name,
    collections: data.collections,
    oninputreport: null,
    get opened() {
      return opened;
    },
    open: async () => {
      opened = true;
      const left = [...data.inputReports];
      const timer = setInterval(() => {
        const report = opened ? left.shift() : undefined;
        if (report) fire(device, inputReport(device, report.reportId, viewOf(report.data)));
        else clearInterval(timer);
      }, data.everyMs);
    },
    close: async () => void (opened = false),
    forget: async () => void (await asker.ask({ ask: "forgetDevice", api: "hid", device: data.id })),
    sendReport: send("report"),
    sendFeatureReport: send("feature"),
    receiveFeatureReport: async (reportId: number) => viewOf(data.featureReports[String(reportId)]),
  });
  return device;
}

/** The browser's own event wants a device of its own: what it would tell is put on a plain one. */
function inputReport(device: EventTarget, reportId: number, data: DataView): Event {
  const event = new Event("inputreport");
  const native = (globalThis as unknown as Record<string, ReportEvent | undefined>)["HIDInputReportEvent"];
  if (native) Object.setPrototypeOf(event, native.prototype as object);
  for (const [name, value] of Object.entries({ device, reportId, data })) Object.defineProperty(event, name, { value, enumerable: true });
  return event;
}
