import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import net from "node:net";

export type ResolveName = (host: string) => Promise<LookupAddress[]>;

/** As browsers do it: `localhost` and what is below it never leave the machine. */
export const resolveName: ResolveName = async (host) => {
  const name = host.replace(/\.$/, "");
  const family = net.isIP(name);
  if (family !== 0) return [{ address: name, family }];
  if (name === "localhost" || name.endsWith(".localhost")) return [{ address: "127.0.0.1", family: 4 }, { address: "::1", family: 6 }];
  return lookup(name, { all: true, verbatim: true });
};
