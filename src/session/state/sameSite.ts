/**
 * Whether two origins are of one site, as browsers part storage: the scheme and the domain that somebody can register.
 * The list of public suffixes comes when it is first asked for; most pages have no frame of another origin.
 */
export async function sameSite(one: string, other: string): Promise<boolean> {
  const [a, b] = [new URL(one), new URL(other)];
  if (a.protocol !== b.protocol) return false;
  if (a.hostname === b.hostname) return true;
  const { getDomain } = await import("tldts");
  // Null for what nobody can register: an IP address, a public suffix, `localhost`. Such a host is a site by itself.
  const siteOf = ({ hostname }: URL) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
  return siteOf(a) === siteOf(b);
}
