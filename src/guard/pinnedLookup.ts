import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

/** Connects to the addresses that were judged: the name is not asked for again. */
export const pinnedLookup =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, found) => {
    if (all) found(null, [...addresses]);
    else found(null, addresses[0]?.address ?? "", addresses[0]?.family);
  };
