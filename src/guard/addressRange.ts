import ipaddr from "ipaddr.js";

/** Azure's metadata and name service has a public address that answers only inside. */
const METADATA = new Set(["168.63.129.16"]);

const names: Record<string, string> = {
  unspecified: "an unspecified",
  loopback: "a loopback",
  private: "a private",
  linkLocal: "a link-local",
  uniqueLocal: "a private",
  carrierGradeNat: "a private",
  multicast: "a multicast",
  broadcast: "a broadcast",
};

/** What kind of address it is that the public does not reach: "a loopback"; undefined for one that it does. */
export function privateRange(address: string): string | undefined {
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return METADATA.has(parsed.toString()) ? "a metadata" : nameOf(parsed.range());
  // Forms that carry an address of version 4 (mapped, translated, 6to4, Teredo) and everything else that is not handed out.
  const isPublic = parsed.range() === "unicast" && parsed.match(ipaddr.IPv6.parseCIDR("2000::/3"));
  return isPublic ? undefined : (nameOf(parsed.range()) ?? "a reserved");
}

const nameOf = (range: string): string | undefined => (range === "unicast" ? undefined : (names[range] ?? "a reserved"));
