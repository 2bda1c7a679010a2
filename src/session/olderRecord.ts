import { z } from "zod";
import type { SavedParts } from "./savedParts.ts";

/** Until 2026-11-16 a record had one object for what all parts have saved. */
const older = z.looseObject({
  parts: z.undefined().optional(),
  standing: z.record(z.string(), z.unknown()),
});

/** A record as this version writes it, whichever version wrote it: browsers outlive the daemon that is being updated. */
export function withParts(record: unknown): unknown {
  const { data } = older.safeParse(record);
  if (!data) return record;
  const { standing, ...rest } = data;
  const { routes, socketRules, serviceWorkerRules, network, cpuRate, device, clockMs, seed, downloads, recording } = standing;
  const isSlow = network !== undefined || cpuRate !== undefined;
  const parts: SavedParts = {
    routes,
    socketRules,
    serviceWorkerRules,
    ...(isSlow && { throttle: { network, cpuRate } }),
    device,
    clock: clockMs,
    randomness: seed,
    downloads,
    recording,
  };
  return { ...rest, parts };
}
