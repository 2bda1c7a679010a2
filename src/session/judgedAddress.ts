import type { LookupAddress } from "node:dns";
import type { Config } from "../config/config.ts";
import { type Destination, type GateRules, nameRefused } from "../guard/gateRules.ts";
import { DroverError } from "../protocol/errors.ts";

/** Where a request goes, as the gate judges it. */
export function destinationOf({ protocol, hostname, port }: URL): Destination {
  const isTls = protocol === "https:" || protocol === "wss:";
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (isTls ? 443 : 80), speech: isTls ? "tls" : "plain" };
}

/** The addresses to connect to and no others, or why not. */
export interface JudgedDestination {
  addresses: LookupAddress[];
  refused?: string;
}

/** What the guard says of a place, for what does not go through a gate. */
export async function judgeDestination(destination: Destination, rules: GateRules): Promise<JudgedDestination> {
  const [{ addressRefused }, { resolveName }] = await Promise.all([import("../guard/addressRules.ts"), import("../guard/resolveName.ts")]);
  const addresses = await resolveName(destination.host);
  const refused = addresses.map(({ address }) => addressRefused(address, destination, rules)).find(Boolean);
  return { addresses, ...(refused && { refused }) };
}

/** The rules of whoever reads the web for somebody: with the guard, whatever else is configured. `bounds` are a call's, its caller's last. */
export function guardedRules(bounds: readonly Pick<Config, "allowPrivate" | "allowedOrigins" | "blockedOrigins">[]): GateRules {
  const { allowPrivate = [], allowedOrigins = [], blockedOrigins = [] } = bounds.at(-1) ?? {};
  return { guard: true, allowPrivate, allowedOrigins, blockedOrigins };
}

/** Refuses an address of the web that the guard or the origin lists keep; gives the addresses to connect to. */
export async function requirePublic(url: URL, rules: GateRules): Promise<LookupAddress[]> {
  const destination = destinationOf(url);
  const name = nameRefused(destination, rules, new Set());
  if (name) throw keptFrom(url, name);
  const { addresses, refused } = await judgeDestination(destination, rules).catch((cause: unknown) => {
    throw new DroverError("fetch-failed", `the name ${destination.host} could not be resolved: ${(cause as Error).message}`, { cause, failure: { source: "unknown" }, hint: "Check the address, or try again." });
  });
  if (refused) throw keptFrom(url, refused);
  return addresses;
}

export const OPENING = "Whoever configured Drover can open single origins: allowPrivate, or DROVER_ALLOW_PRIVATE=http://127.0.0.1:3000.";

const keptFrom = (url: URL, reason: string): DroverError =>
  new DroverError("refused", `${url.origin} was not asked: ${reason}`, {
    failure: { source: "drover" },
    hint: OPENING,
  });
