const idShaped = /^(\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{12,}|[0-9A-HJKMNP-TV-Z]{26})$/i;

/** An address without query, and `:id` for each segment that looks like one: the same for every record of an endpoint. */
export function urlPattern(address: string): string {
  if (!URL.canParse(address)) return address.split(/[?#]/)[0] ?? address;
  const url = new URL(address);
  const path = url.pathname
    .split("/")
    .map((segment) => (idShaped.test(segment) ? ":id" : segment))
    .join("/");
  return url.host ? `${url.protocol}//${url.host}${path}` : `${url.protocol}${path}`;
}
