import { clock } from "./clock.ts";
import { grantPermissions, setColorScheme, setGeolocation, setLocale, setMedia, setReducedMotion, setTimezone, setUserAgent } from "./device.ts";
import { seedRandom } from "./seedRandom.ts";
import { cpuEmulate, networkEmulate } from "./throttle.ts";

export const emulateTools = [
  setLocale,
  setTimezone,
  setGeolocation,
  setColorScheme,
  setReducedMotion,
  setMedia,
  setUserAgent,
  grantPermissions,
  networkEmulate,
  cpuEmulate,
  clock,
  seedRandom,
];
