import { ELSE, lookupFailed } from "./provider.ts";

/** `acme=JBSWY3DP…,other=otpauth://totp/…`: whose seed is whose. */
export function seedFor(provider: string, seeds: string | undefined, account: string): string {
  const entries = (seeds ?? "").split(/,(?=[^,=]+=)/).map((entry) => {
    const equals = entry.indexOf("=");
    return [entry.slice(0, equals).trim(), entry.slice(equals + 1).trim()] as const;
  });
  const found = entries.find(([name, seed]) => name === account && seed !== "")?.[1];
  if (found !== undefined) return found;
  const known = entries.map(([name]) => name).filter(Boolean);
  throw lookupFailed(provider, "unknown-account", `there is no seed for "${account}"`, `${known.length > 0 ? `DROVER_OATHTOOL_SEEDS has ${known.join(", ")}.` : 'DROVER_OATHTOOL_SEEDS="account=BASE32SEED,…" in the client\'s environment gives seeds.'} ${ELSE}`);
}
