import { z } from "zod";

/** What speaks at an endpoint: a browser's own protocol, a Grid, or a provider that rents browsers out. */
export const endpointKinds = ["cdp", "bidi", "grid", "browserless", "browserbase", "steel", "hyperbrowser", "browser-use", "cloudflare"] as const;
export type EndpointKind = (typeof endpointKinds)[number];

const headerName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: "is no name of a header" });

/** Browsers elsewhere, as a person has named them once. `<KEY>` in the address and in headers stands for the key. */
export const endpointSchema = z.strictObject({
  address: z.string().refine(isAddress, { error: ({ input }) => `"${redacted(String(input))}" is no address of an endpoint; write it like http://127.0.0.1:4444 or wss://host/path` }),
  /** Found out by what answers, unless it is said. */
  kind: z.enum(endpointKinds).optional(),
  /** A provider's API key, or a token. */
  key: z.string().min(1).optional(),
  headers: z.record(headerName, z.string()).optional(),
  /** Files: whom to trust besides the usual authorities, and what to show for oneself. */
  ca: z.string().min(1).optional(),
  cert: z.string().min(1).optional(),
  certKey: z.string().min(1).optional(),
  /** How to get there: http(s):// or socks5://. */
  proxy: z.string().min(1).optional(),
  /** Of a Grid: asked for besides what the session wants. */
  capabilities: z.record(z.string(), z.unknown()).optional(),
  /** Of a provider: what its own API takes when a browser is opened. */
  options: z.record(z.string(), z.unknown()).optional(),
  /** A folder over there for what its browsers download; /tmp unless it is said. */
  folder: z.string().min(1).optional(),
  /** How long a session waits in line for a browser. */
  queueMs: z.int().min(1000).max(3_600_000).optional(),
  /** How many sessions one client may have there. */
  maxSessions: z.int().min(1).optional(),
});

export type EndpointConfig = z.infer<typeof endpointSchema>;

/** Names are typed and stand in messages. */
export const endpointName = z.string().regex(/^[\w.-]{1,60}$/, { error: "a name of an endpoint has letters, digits, dots and dashes" });

export interface Endpoint extends EndpointConfig {
  name: string;
}

function isAddress(text: string): boolean {
  return /^(https?|wss?):\/\//.test(text) && URL.canParse(text);
}

const HIDDEN = "…";

/** An address without who asks: its user, its password and what its query says. */
function redacted(address: string): string {
  if (!URL.canParse(address)) return address.split("?")[0] ?? "";
  const url = new URL(address);
  if (url.username) url.username = HIDDEN;
  if (url.password) url.password = HIDDEN;
  for (const name of url.searchParams.keys()) url.searchParams.set(name, HIDDEN);
  return decodeURI(url.href);
}

/** An endpoint as it may be told: without its secrets. */
const shownEndpoint = ({ key, headers, address, proxy, capabilities, options, ...plain }: EndpointConfig): Record<string, unknown> => ({
  address: redacted(address),
  ...plain,
  ...(key !== undefined && { key: HIDDEN }),
  ...(headers && { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN])) }),
  ...(proxy !== undefined && { proxy: redacted(proxy) }),
  // Whatever a Grid or a provider takes may be somebody's password.
  ...(capabilities && { capabilities: Object.keys(capabilities) }),
  ...(options && { options: Object.keys(options) }),
});

/** A configuration as it may be told. */
export function shownConfig<T extends { endpoints?: Record<string, EndpointConfig> | undefined; endpoint?: string | undefined }>(config: T): Record<string, unknown> {
  const { endpoints, endpoint, ...rest } = config;
  return {
    ...rest,
    ...(endpoint !== undefined && { endpoint: isAddress(endpoint) ? redacted(endpoint) : endpoint }),
    ...(endpoints && { endpoints: Object.fromEntries(Object.entries(endpoints).map(([name, each]) => [name, shownEndpoint(each)])) }),
  };
}

/** What must not be told of an endpoint, longest first. */
export function secretsOf({ key, headers = {}, address, proxy }: EndpointConfig): string[] {
  const ofAddress = (text: string): string[] => {
    const { username, password, searchParams } = new URL(text);
    return [password, username && password ? Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64") : "", ...searchParams.values()];
  };
  const ofHeader = (value: string): string[] => [value, value.replace(/^(Bearer|Basic|Token)\s+/i, "")];
  const found = [key ?? "", ...Object.values(headers).flatMap(ofHeader), ...ofAddress(address), ...(proxy !== undefined && URL.canParse(proxy) ? ofAddress(proxy) : [])];
  return [...new Set(found)].filter((value) => value.length >= MIN_SECRET).toSorted((one, other) => other.length - one.length);
}

/** A shorter one would be found in too many words. */
const MIN_SECRET = 6;

/** The default one may be an address that stands in the environment: then it has no name of its own. */
const NAMELESS = "DROVER_ENDPOINT";

/** The endpoint of that name. */
export function endpointNamed(name: string, { endpoints = {}, endpoint }: { endpoints?: Record<string, EndpointConfig> | undefined; endpoint?: string | undefined }): Endpoint | undefined {
  const named = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
  if (named) return { ...named, name };
  return name === NAMELESS && endpoint !== undefined && isAddress(endpoint) ? { address: endpoint, name } : undefined;
}

/** Where sessions open that say nothing else. */
export const usualEndpoint = ({ endpoint }: { endpoint?: string | undefined }): string | undefined => (endpoint !== undefined && isAddress(endpoint) ? NAMELESS : endpoint);
