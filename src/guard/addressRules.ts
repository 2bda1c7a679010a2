import { originMatches } from "../policy/originPolicy.ts";
import { privateRange } from "./addressRange.ts";
import { addressesOf, type Destination, type GateRules } from "./gateRules.ts";

/** Why an address may not be connected to. */
export function addressRefused(address: string, destination: Destination, rules: GateRules): string | undefined {
  if (!rules.guard) return undefined;
  const range = privateRange(address);
  if (range === undefined || isOpened(destination, rules)) return undefined;
  return address === destination.host ? `it is ${range} address (guard)` : `${address} is ${range} address (guard)`;
}

const isOpened = (destination: Destination, { allowPrivate }: GateRules): boolean =>
  addressesOf(destination).some((url) => allowPrivate.some((pattern) => originMatches(pattern, url)));
