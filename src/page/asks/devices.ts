/**
 * Devices that are not there, for `navigator.bluetooth`, `usb` and `hid`. What the browser has of these interfaces is used: objects are event
 * targets with its own prototypes. Where it has none, the interface is made when the first device is staged.
 */
import type { DeviceApi, DeviceData } from "./api.ts";
import type { Asker } from "./asker.ts";
import { bluetoothDevice } from "./bluetoothDevice.ts";
import { hidDevice } from "./hidDevice.ts";
import type { Kit } from "./kit.ts";
import { usbDevice } from "./usbDevice.ts";

const interfaces: Record<DeviceApi, { entry: string; make: (data: DeviceData, asker: Asker) => EventTarget }> = {
  bluetooth: { entry: "Bluetooth", make: bluetoothDevice },
  usb: { entry: "USB", make: usbDevice },
  hid: { entry: "HID", make: hidDevice },
};

export function wrapDevices(kit: Kit, asker: Asker): void {
  for (const [api, { entry, make }] of Object.entries(interfaces) as [DeviceApi, (typeof interfaces)[DeviceApi]][]) {
    /** One object for a device in a document, however often it is asked for. */
    const known = new Map<string, EventTarget>();
    const objectOf = (data: DeviceData) => {
      const device = known.get(data.id) ?? make(data, asker);
      known.set(data.id, device);
      return device;
    };
    const request = async (options: unknown) => {
      const { filters } = (options ?? {}) as { filters?: unknown };
      const { devices } = (await asker.ask({ ask: "device", api, ...(filters !== undefined && { filters }) })) as { devices: DeviceData[] };
      if (api === "hid") return devices.map(objectOf);
      const [first] = devices;
      if (!first) throw new DOMException(api === "usb" ? "No device selected." : "User cancelled the requestDevice() chooser.", "NotFoundError");
      return objectOf(first);
    };
    const paired = async () => ((await asker.ask({ ask: "pairedDevices", api })) as { devices: DeviceData[] }).devices.map(objectOf);
    const wrap = () => {
      const prototype = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[entry]?.prototype;
      kit.method(prototype, "requestDevice", (_native, _self, args) => request(args[0]));
      kit.method(prototype, "getDevices", () => paired());
      kit.method(prototype, "getAvailability", () => Promise.resolve(true));
    };
    if (entry in globalThis) wrap();
    else
      asker.onConfig(({ devices }) => {
        if (!devices.includes(api) || entry in globalThis || !isSecureContext) return;
        kit.makeInterface(entry, api, { requestDevice: 0, getDevices: 0, ...(api === "bluetooth" && { getAvailability: 0 }) });
        wrap();
      });
  }
}
