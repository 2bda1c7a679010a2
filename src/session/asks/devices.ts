import { z } from "zod";
import type { DeviceApi, DeviceData } from "../../page/asks/api.ts";
import type { SessionPart } from "../part.ts";
import { Ring } from "../ring.ts";
import type { Session } from "../session.ts";
import { originOf } from "./pageAsks.ts";

export const deviceApis = ["bluetooth", "usb", "hid"] as const satisfies readonly DeviceApi[];

const bytes = z.base64();
const characteristicShape = z.object({
  uuid: z.string().min(1),
  value: bytes.optional(),
  properties: z.array(z.enum(["broadcast", "read", "writeWithoutResponse", "write", "notify", "indicate"])).optional(),
  notify: z.array(bytes).max(1000).optional(),
  everyMs: z.number().min(1).max(60_000).optional(),
});

/** A device as callers stage it: what they leave out has a value all the same. */
export const stagedDeviceShape = z.object({
  name: z.string().optional(),
  id: z.string().min(1).optional(),
  vendorId: z.int().min(0).max(0xff_ff).optional(),
  productId: z.int().min(0).max(0xff_ff).optional(),
  manufacturerName: z.string().optional(),
  serialNumber: z.string().optional(),
  deviceClass: z.int().min(0).max(0xff).optional(),
  deviceSubclass: z.int().min(0).max(0xff).optional(),
  deviceProtocol: z.int().min(0).max(0xff).optional(),
  services: z.array(z.union([z.string().min(1), z.object({ uuid: z.string().min(1), characteristics: z.array(characteristicShape).max(50).optional() })])).max(50).optional(),
  collections: z.array(z.unknown()).max(50).optional(),
  transfersIn: z.record(z.string(), z.array(bytes).max(1000)).optional().describe("USB: base64 by endpoint; 0 is control"),
  inputReports: z.array(z.object({ reportId: z.int().min(0).max(255), data: bytes })).max(1000).optional(),
  featureReports: z.record(z.string(), bytes).optional(),
  everyMs: z.number().min(1).max(60_000).optional().describe("between input reports, 100 unless given"),
});

export type StagedDevice = z.infer<typeof stagedDeviceShape>;

export const deviceRequestShape = z.object({
  api: z.enum(deviceApis),
  handledAs: z.enum(["resolved", "rejected", "empty", "refused"]),
  returned: z.string().nullable(),
  filters: z.unknown().optional(),
  origin: z.string().optional(),
  ts: z.number(),
});

type DeviceRequest = z.infer<typeof deviceRequestShape>;

export const deviceWriteShape = z.object({ api: z.enum(deviceApis), device: z.string(), channel: z.string(), data: z.string(), ts: z.number() });

const catalogShape = z.partialRecord(z.enum(deviceApis), z.array(stagedDeviceShape));
const savedShape = z.object({ enabled: z.boolean(), catalog: catalogShape, paired: z.array(z.object({ api: z.enum(deviceApis), origin: z.string(), device: z.string() })) });
type Saved = z.infer<typeof savedShape>;

const MAX_RECORDS = 200;

const filled = (api: DeviceApi, device: StagedDevice, index: number): DeviceData => ({
  id: device.id ?? `drover-${api}-${index}`,
  name: device.name ?? "drover-virtual",
  vendorId: device.vendorId ?? 0,
  productId: device.productId ?? 0,
  manufacturerName: device.manufacturerName ?? "drover virtual",
  serialNumber: device.serialNumber ?? "DROVER-VIRTUAL",
  deviceClass: device.deviceClass ?? 0xff,
  deviceSubclass: device.deviceSubclass ?? 0,
  deviceProtocol: device.deviceProtocol ?? 0,
  services: (device.services ?? []).map((service) => (typeof service === "string" ? { uuid: service } : service)),
  collections: device.collections ?? [],
  transfersIn: device.transfersIn ?? {},
  inputReports: device.inputReports ?? [],
  featureReports: device.featureReports ?? {},
  everyMs: device.everyMs ?? 100,
});

/** Devices that pages find and that are not there. Until somebody who may has staged some, whoever asks is refused. */
export class SessionDevices implements SessionPart<Saved> {
  readonly saved = savedShape;
  readonly #session: Session;
  readonly #requests = new Ring<DeviceRequest>(MAX_RECORDS);
  readonly #writes = new Ring<z.infer<typeof deviceWriteShape>>(MAX_RECORDS);
  #state: Saved = { enabled: false, catalog: {}, paired: [] };

  constructor(session: Session) {
    this.#session = session;
  }

  save(): Saved | undefined {
    return this.#state.enabled ? this.#state : undefined;
  }

  async restore(state: Saved): Promise<void> {
    this.#state = state;
    await this.#tell();
  }

  begin(): void {
    const { asks } = this.#session.parts;
    asks.on("device", (frame, { api, filters }) => ({ devices: this.#request(api, originOf(frame), filters) }));
    asks.on("pairedDevices", (frame, { api }) => ({ devices: this.#paired(api, originOf(frame)) }));
    asks.on("forgetDevice", (frame, { api, device }) => this.#forget(api, originOf(frame), device));
    asks.on("deviceData", (_frame, { api, device, channel, data }) => void this.#writes.push({ api, device, channel, data, ts: Date.now() }));
  }

  /** Somebody who may emulate devices uses the session. */
  enable(): void {
    if (this.#state.enabled) return;
    this.#state = { ...this.#state, enabled: true };
    this.#session.changed();
  }

  async stage(api: DeviceApi, devices: StagedDevice[]): Promise<DeviceData[]> {
    const paired = devices.length > 0 ? this.#state.paired : this.#state.paired.filter((each) => each.api !== api);
    this.#state = { enabled: true, catalog: { ...this.#state.catalog, [api]: devices }, paired };
    await this.#tell();
    this.#session.changed();
    return this.#catalog(api);
  }

  requests(since = 0): DeviceRequest[] {
    return this.#requests.toArray().filter(({ ts }) => ts >= since);
  }

  writes(since = 0): z.infer<typeof deviceWriteShape>[] {
    return this.#writes.toArray().filter(({ ts }) => ts >= since);
  }

  #catalog(api: DeviceApi): DeviceData[] {
    return (this.#state.catalog[api] ?? []).map((device, index) => filled(api, device, index));
  }

  async #tell(): Promise<void> {
    await this.#session.parts.asks.configure({ devices: deviceApis.filter((api) => this.#catalog(api).length > 0) });
  }

  #request(api: DeviceApi, origin: string | undefined, filters: unknown): DeviceData[] {
    const { enabled } = this.#state;
    const catalog = enabled ? this.#catalog(api) : [];
    const fitting = catalog.filter((device) => fits(device, filters));
    // What was staged was staged for this page: where nothing fits, the names were written in another way.
    const chosen = fitting.length > 0 ? fitting : catalog;
    const given = api === "hid" ? chosen : chosen.slice(0, 1);
    const handledAs = !enabled ? "refused" : given.length > 0 ? "resolved" : api === "hid" ? "empty" : "rejected";
    this.#requests.push({ api, handledAs, returned: given[0]?.name ?? null, ...(filters !== undefined && { filters }), ...(origin && { origin }), ts: Date.now() });
    if (origin && given.length > 0) {
      const others = this.#state.paired.filter((each) => each.api !== api || each.origin !== origin || !given.some(({ id }) => id === each.device));
      this.#state = { ...this.#state, paired: [...others, ...given.map(({ id }) => ({ api, origin, device: id }))].slice(-MAX_RECORDS) };
      this.#session.changed();
    }
    return given;
  }

  #paired(api: DeviceApi, origin: string | undefined): DeviceData[] {
    const ids = this.#state.paired.filter((each) => each.api === api && each.origin === origin).map(({ device }) => device);
    return this.#catalog(api).filter(({ id }) => ids.includes(id));
  }

  #forget(api: DeviceApi, origin: string | undefined, device: string): void {
    this.#state = { ...this.#state, paired: this.#state.paired.filter((each) => each.api !== api || each.origin !== origin || each.device !== device) };
    this.#session.changed();
  }
}

/** By what all three interfaces filter with: numbers of USB and HID, names and services of Bluetooth. */
function fits(device: DeviceData, filters: unknown): boolean {
  if (!Array.isArray(filters) || filters.length === 0) return true;
  return filters.some((filter: Record<string, unknown>) => {
    const { vendorId, productId, name, namePrefix, services } = filter ?? {};
    return (
      (vendorId === undefined || vendorId === device.vendorId) &&
      (productId === undefined || productId === device.productId) &&
      (name === undefined || name === device.name) &&
      (namePrefix === undefined || device.name.startsWith(String(namePrefix))) &&
      (!Array.isArray(services) || services.every((service) => device.services.some(({ uuid }) => uuid === service)))
    );
  });
}
