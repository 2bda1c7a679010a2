import type { CharacteristicData, DeviceData, ServiceData } from "./api.ts";
import type { Asker } from "./asker.ts";
import { readBase64 } from "../state/bytes.ts";
import { fire, madeTarget, viewOf } from "./madeTarget.ts";

const BASE = "-0000-1000-8000-00805f9b34fb";
/** The names that pages use most; others are given as numbers or whole. */
const names: Record<string, number> = {
  generic_access: 0x1800, device_information: 0x180a, heart_rate: 0x180d, battery_service: 0x180f, blood_pressure: 0x1810, health_thermometer: 0x1809, cycling_power: 0x1818,
  battery_level: 0x2a19, heart_rate_measurement: 0x2a37, body_sensor_location: 0x2a38, heart_rate_control_point: 0x2a39, manufacturer_name_string: 0x2a29, model_number_string: 0x2a24,
  temperature_measurement: 0x2a1c, device_name: 0x2a00,
};

/** One form for what may be a name, a number or a UUID. */
function canonical(given: unknown): string {
  const number = typeof given === "number" ? given : names[String(given)];
  const text = String(given).toLowerCase();
  if (number !== undefined) return `${number.toString(16).padStart(8, "0")}${BASE}`;
  return /^[0-9a-f]{4}$/.test(text) ? `0000${text}${BASE}` : text;
}

const notFound = (what: string) => new DOMException(`No ${what} found in device.`, "NotFoundError");
const disconnected = () => new DOMException("GATT Server is disconnected. Cannot perform GATT operations.", "NetworkError");

/** A Bluetooth device whose characteristics read, write and notify what was staged. */
export function bluetoothDevice(data: DeviceData, asker: Asker): EventTarget {
  let connected = false;
  const requireConnection = () => {
    if (!connected) throw disconnected();
  };

  function characteristic(service: object, { uuid, value, properties, notify = [], everyMs = 100 }: CharacteristicData): EventTarget {
    let current = value === undefined ? undefined : viewOf(value);
    let timer: ReturnType<typeof setInterval> | undefined;
    const can = (name: string) => properties?.includes(name) ?? true;
    const write = async (given: BufferSource) => {
      requireConnection();
      const written = await readBase64(given);
      await asker.ask({ ask: "deviceData", api: "bluetooth", device: data.id, channel: uuid, data: written });
      current = viewOf(written);
    };
    const changed = (next: DataView) => {
      current = next;
      fire(target, new Event("characteristicvaluechanged", { bubbles: true }));
    };
    const target: EventTarget = madeTarget("BluetoothRemoteGATTCharacteristic", {
      service,
      uuid: canonical(uuid),
      properties: Object.fromEntries(["broadcast", "read", "writeWithoutResponse", "write", "notify", "indicate"].map((name) => [name, can(name)])),
      get value() {
        return current ?? null;
      },
      oncharacteristicvaluechanged: null,
      async readValue() {
        requireConnection();
        if (!can("read")) throw new DOMException("GATT operation not permitted.", "NotSupportedError");
        changed(current ?? viewOf(""));
        return current;
      },
      writeValue: write,
      writeValueWithResponse: write,
      writeValueWithoutResponse: write,
      async startNotifications() {
        requireConnection();
        if (!can("notify")) throw new DOMException("GATT operation not permitted.", "NotSupportedError");
        const left = [...notify];
        clearInterval(timer);
        timer = setInterval(() => {
          const next = connected ? left.shift() : undefined;
          if (next === undefined) clearInterval(timer);
          else changed(viewOf(next));
        }, everyMs);
        return target;
      },
      async stopNotifications() {
        clearInterval(timer);
        return target;
      },
      getDescriptor: () => Promise.reject(notFound("Descriptors")),
      getDescriptors: () => Promise.reject(notFound("Descriptors")),
    });
    return target;
  }

  function service({ uuid, characteristics = [] }: ServiceData): EventTarget {
    const made: EventTarget & { uuid: string } = madeTarget("BluetoothRemoteGATTService", {
      get device() {
        return device;
      },
      uuid: canonical(uuid),
      isPrimary: true,
      getCharacteristic: async (wanted: unknown) => (await matching(wanted))[0],
      getCharacteristics: (wanted?: unknown) => matching(wanted),
    });
    const all = characteristics.map((each) => characteristic(made, each));
    const matching = async (wanted: unknown) => {
      requireConnection();
      const found = all.filter((each) => wanted === undefined || (each as unknown as { uuid: string }).uuid === canonical(wanted));
      if (found.length === 0) throw notFound(`Characteristics matching UUID ${canonical(wanted)}`);
      return found;
    };
    return made;
  }

  const gatt = {
    get device() {
      return device;
    },
    get connected() {
      return connected;
    },
    connect: async () => {
      connected = true;
      return server;
    },
    disconnect: () => {
      if (connected) fire(device, new Event("gattserverdisconnected", { bubbles: true }));
      connected = false;
    },
    getPrimaryService: async (wanted: unknown) => (await matchingServices(wanted))[0],
    getPrimaryServices: (wanted?: unknown) => matchingServices(wanted),
  };
  const server: typeof gatt = Object.create((globalThis as unknown as Record<string, { prototype: object } | undefined>)["BluetoothRemoteGATTServer"]?.prototype ?? Object.prototype, Object.getOwnPropertyDescriptors(gatt)) as typeof gatt;
  const device: EventTarget = madeTarget("BluetoothDevice", {
    id: data.id,
    name: data.name,
    uuids: data.services.map(({ uuid }) => canonical(uuid)),
    gatt: server,
    watchingAdvertisements: false,
    ongattserverdisconnected: null,
    watchAdvertisements: async () => undefined,
    forget: async () => void (await asker.ask({ ask: "forgetDevice", api: "bluetooth", device: data.id })),
  });
  const services = data.services.map(service);
  const matchingServices = async (wanted: unknown) => {
    requireConnection();
    const found = services.filter((each) => wanted === undefined || (each as unknown as { uuid: string }).uuid === canonical(wanted));
    if (found.length === 0) throw notFound(`Services matching UUID ${canonical(wanted)}`);
    return found;
  };
  return device;
}
