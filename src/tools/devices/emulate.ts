import { z } from "zod";
import type { DeviceApi } from "../../page/asks/api.ts";
import { deviceApis, type StagedDevice, stagedDeviceShape } from "../../session/asks/devices.ts";
import { defineTool } from "../defineTool.ts";
import { warnAttached } from "../policies/askInput.ts";
import { NOTIFIES_IN_ATTACHED } from "../policies/setNotificationPolicy.ts";

const characteristic = z.object({ uuid: z.string(), value: z.string().optional(), properties: z.array(z.string()).optional(), notify: z.array(z.string()).optional(), everyMs: z.number().optional() });

const deviceOutput = z.object({
  id: z.string(),
  name: z.string(),
  vendorId: z.number(),
  productId: z.number(),
  manufacturerName: z.string(),
  serialNumber: z.string(),
  deviceClass: z.number(),
  deviceSubclass: z.number(),
  deviceProtocol: z.number(),
  services: z.array(z.object({ uuid: z.string(), characteristics: z.array(characteristic).optional() })),
  collections: z.array(z.unknown()),
  transfersIn: z.record(z.string(), z.array(z.string())),
  inputReports: z.array(z.object({ reportId: z.number(), data: z.string() })),
  featureReports: z.record(z.string(), z.string()),
  everyMs: z.number(),
});

/** What of a device each interface shows to pages, besides its name and id. The rest is taken too, for pages that look for one device in several ways. */
const shownBy: Record<DeviceApi, readonly (keyof StagedDevice)[]> = {
  bluetooth: ["services"],
  usb: ["vendorId", "productId", "manufacturerName", "serialNumber", "deviceClass", "deviceSubclass", "deviceProtocol", "transfersIn"],
  hid: ["vendorId", "productId", "collections", "inputReports", "featureReports", "everyMs"],
};

/** The same for all three, of which agents read what is of use here. */
function deviceInput(api: DeviceApi): typeof stagedDeviceShape {
  const isShown = (field: string) => ["name", "id", ...shownBy[api]].includes(field);
  const { shape } = stagedDeviceShape;
  return z.object(Object.fromEntries(Object.entries(shape).map(([field, schema]) => [field, isShown(field) ? schema : schema.meta({ ...schema.meta(), unlisted: true })])) as typeof shape);
}

const emulator = (api: DeviceApi, summary: string, details: string, example: z.input<typeof stagedDeviceShape>) =>
  defineTool({
    name: `emulate_${api}`,
    family: "devices",
    capability: "device-emulation",
    effect: "write",
    needs: "session",
    tells: "own",
    batch: true,
    summary,
    details: `${details} Without \`devices\`, or with none, the catalog is cleared. What is left out of a device gets a value that stays the same. One entry may carry the fields of all three interfaces. Bytes are base64.
\`getDevices()\` remembers, over navigations, what a page of an origin was given.`,
    input: z.object({ devices: z.array(deviceInput(api)).max(50).optional() }),
    output: z.object({
      ok: z.literal(true),
      session: z.string(),
      api: z.enum(deviceApis),
      catalog: z.object({ devices: z.array(deviceOutput) }),
      warnings: z.array(z.string()).optional(),
      tokensEstimate: z.number().optional(),
    }),
    engines: { chromium: "full", firefox: { partial: "Firefox has no such interface: pages get one while devices are staged, without the classes of its objects" } },
    examples: [{ devices: [example] }, {}],
    run: async (context, { devices = [] }) => {
      const { session } = context;
      const catalog = { devices: await session.parts.devices.stage(api, devices) };
      warnAttached(context, NOTIFIES_IN_ATTACHED);
      return { ok: true as const, session: session.id, api, catalog };
    },
  });

export const emulateBluetooth = emulator(
  "bluetooth",
  "Stage Bluetooth devices for the page's requestDevice.",
  "`services` are names or UUIDs, or objects with `characteristics`, which read `value`, take writes (`device_requests` tells them) and send `notify`, one after the other, once notifications are on.",
  { name: "HR Monitor", id: "hr-1", services: [{ uuid: "heart_rate", characteristics: [{ uuid: "heart_rate_measurement", notify: ["AEg="] }] }] },
);

export const emulateUsb = emulator(
  "usb",
  "Stage USB devices for the page's requestDevice.",
  "`transfersIn` are the answers of endpoints, one for each transfer, then empty ones; what the page sends is in `device_requests`.",
  { name: "Scale", vendorId: 0x09_22, productId: 0x80_03, transfersIn: { "1": ["AwQC"] } },
);

export const emulateHid = emulator(
  "hid",
  "Stage HID devices for the page's requestDevice.",
  "Once a page has opened it, a device sends its `inputReports`, `everyMs` apart; `featureReports` are read by id, and what the page sends is in `device_requests`.",
  { name: "Pad", vendorId: 1, productId: 2, inputReports: [{ reportId: 1, data: "AQ==" }] },
);
