import type { DeviceData } from "./api.ts";
import type { Asker } from "./asker.ts";
import { readBase64 } from "../state/bytes.ts";
import { madeTarget, viewOf } from "./madeTarget.ts";

/** A result of the browser's own class, where it has one. */
function result(className: string, ...args: unknown[]): object {
  const native = (globalThis as unknown as Record<string, (new (...given: unknown[]) => object) | undefined>)[className];
  if (native) return new native(...args);
  const [status, value] = args;
  return { status, ...(value instanceof DataView ? { data: value } : { bytesWritten: value }) };
}

/** A USB device: its endpoints give the answers that were staged, one for each transfer, and nothing afterwards. */
export function usbDevice(data: DeviceData, asker: Asker): EventTarget {
  let opened = false;
  const answers = new Map(Object.entries(data.transfersIn).map(([endpoint, list]) => [endpoint, [...list]]));
  const requireOpen = () => {
    if (!opened) throw new DOMException("The device must be opened first.", "InvalidStateError");
  };
  const takeIn = async (endpoint: number, length: number) => {
    requireOpen();
    const next = viewOf(answers.get(String(endpoint))?.shift());
    return result("USBInTransferResult", "ok", new DataView(next.buffer.slice(0, length)));
  };
  const putOut = async (endpoint: number, given: BufferSource | undefined) => {
    requireOpen();
    if (given) await asker.ask({ ask: "deviceData", api: "usb", device: data.id, channel: String(endpoint), data: await readBase64(given) });
    return result("USBOutTransferResult", "ok", given?.byteLength ?? 0);
  };
  const done = async () => requireOpen();
  return madeTarget("USBDevice", {
    vendorId: data.vendorId,
    productId: data.productId,
    productName: data.name,
    manufacturerName: data.manufacturerName,
    serialNumber: data.serialNumber,
    deviceClass: data.deviceClass,
    deviceSubclass: data.deviceSubclass,
    deviceProtocol: data.deviceProtocol,
    usbVersionMajor: 2,
    usbVersionMinor: 0,
    usbVersionSubminor: 0,
    deviceVersionMajor: 1,
    deviceVersionMinor: 0,
    deviceVersionSubminor: 0,
    configuration: null,
    configurations: [],
    get opened() {
      return opened;
    },
    open: async () => void (opened = true),
    close: async () => void (opened = false),
    forget: async () => void (await asker.ask({ ask: "forgetDevice", api: "usb", device: data.id })),
    selectConfiguration: done,
    claimInterface: done,
    releaseInterface: done,
    selectAlternateInterface: done,
    clearHalt: done,
    reset: done,
    controlTransferIn: (_setup: unknown, length: number) => takeIn(0, length),
    controlTransferOut: (_setup: unknown, given?: BufferSource) => putOut(0, given),
    transferIn: takeIn,
    transferOut: putOut,
    isochronousTransferIn: async (endpoint: number, lengths: number[]) => {
      const packets = await Promise.all(lengths.map((length) => takeIn(endpoint, length)));
      return { data: new DataView(new ArrayBuffer(0)), packets };
    },
    isochronousTransferOut: async (endpoint: number, given: BufferSource, lengths: number[]) => {
      await putOut(endpoint, given);
      return { packets: lengths.map((bytesWritten) => ({ bytesWritten, status: "ok" })) };
    },
  });
}
