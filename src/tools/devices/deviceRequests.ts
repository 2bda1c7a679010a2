import { z } from "zod";
import { deviceApis, deviceRequestShape, deviceWriteShape } from "../../session/asks/devices.ts";
import { defineTool } from "../defineTool.ts";

export const deviceRequests = defineTool({
  name: "device_requests",
  family: "devices",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  batch: true,
  concurrent: true,
  summary: "Which Bluetooth, USB and HID devices pages asked for, and what they sent to emulated ones.",
  details: `\`handledAs\`: \`resolved\` with a staged device; \`rejected\` (Bluetooth, USB: NotFoundError) or \`empty\` (HID: no device) because none is staged; \`refused\` because nobody with the
capability \`device-emulation\` uses the session. \`since\` keeps what came at that time or later, in milliseconds since 1970. The last 200 are kept.`,
  input: z.object({ since: z.number().optional() }),
  output: z.object({
    ok: z.literal(true),
    session: z.string(),
    supportedApis: z.array(z.enum(deviceApis)),
    requests: z.array(deviceRequestShape),
    writes: z.array(deviceWriteShape),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "pages can ask only while devices are staged: Firefox has no such interfaces" } },
  examples: [{}],
  run: async ({ session }, { since }) => {
    const { devices } = session.parts;
    return { ok: true as const, session: session.id, supportedApis: [...deviceApis], requests: devices.requests(since), writes: devices.writes(since) };
  },
});
