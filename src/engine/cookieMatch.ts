import { DASHBOARD_COOKIE } from "../protocol/live.ts";
import type { Cookie } from "./port.ts";

export interface CookieMatch {
  name: string;
  domain?: string;
  path?: string;
  url?: string;
}

const bare = (domain: string) => domain.replace(/^\./, "");

/** Is this one of the cookies that somebody asked to delete? */
export function cookieMatches(cookie: Cookie, match: CookieMatch): boolean {
  return (
    cookie.name === match.name &&
    (!match.url || cookieApplies(cookie, new URL(match.url))) &&
    (!match.domain || bare(cookie.domain) === bare(match.domain)) &&
    (!match.path || cookie.path === match.path)
  );
}

/** Would a browser send this cookie to that address? */
function cookieApplies(cookie: Cookie, url: URL): boolean {
  const domain = bare(cookie.domain);
  const hostMatches = url.hostname === domain || (!cookie.hostOnly && url.hostname.endsWith(`.${domain}`));
  const pathMatches =
    url.pathname === cookie.path ||
    url.pathname.startsWith(cookie.path.endsWith("/") ? cookie.path : `${cookie.path}/`);
  const loopback = url.hostname === "localhost" || url.hostname.startsWith("127.");
  return hostMatches && pathMatches && (!cookie.secure || url.protocol === "https:" || loopback);
}

/** Those that any of the addresses would be sent, or all; a person's access to a dashboard is not among them. */
export const cookiesFor = (all: readonly Cookie[], urls: readonly string[] | undefined): Cookie[] =>
  all.filter((cookie) => cookie.name !== DASHBOARD_COOKIE && (!urls?.length || urls.some((url) => cookieApplies(cookie, new URL(url)))));
