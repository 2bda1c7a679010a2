import { devices } from "playwright-core";
import type { GeneratedFiles } from "../gen.ts";

/** Playwright's device presets as data, so that nothing of Playwright is needed at run time. */
export function deviceList(): GeneratedFiles {
  const presets = Object.entries(devices).map(([name, device]) => [
    name,
    {
      userAgent: device.userAgent,
      viewport: {
        ...device.viewport,
        deviceScaleFactor: device.deviceScaleFactor,
        isMobile: device.isMobile,
        hasTouch: device.hasTouch,
      },
    },
  ]);
  return { "src/session/devices.json": `${JSON.stringify(Object.fromEntries(presets), undefined, 1)}\n` };
}
