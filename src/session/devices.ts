import devices from "./devices.json" with { type: "json" };
import type { Viewport } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";

interface DevicePreset {
  userAgent: string;
  viewport: Viewport;
}

/** Written by `npm run gen`. */
const presets: Record<string, DevicePreset> = devices;

/** A device preset by its name, as Playwright's list has it. */
export function deviceNamed(name: string): DevicePreset {
  const preset = presets[name] ?? presets[Object.keys(presets).find((known) => known.toLowerCase() === name.toLowerCase()) ?? ""];
  if (preset) return preset;
  const words = name.toLowerCase().split(/\s+/);
  const alike = Object.keys(presets).filter((known) => words.some((word) => known.toLowerCase().includes(word)));
  const examples = alike.length > 0 ? alike.slice(0, 6) : ["iPhone 14", "Pixel 7", "iPad Mini", "Desktop Chrome"];
  throw new DroverError("bad-input", `unknown device "${name}"`, { hint: `Examples: ${examples.join(", ")}.` });
}
