import { z } from "zod";
import type { Endpoint } from "../../config/endpoint.ts";
import { addressOf, linkNamed, linkTo, type SocketLink } from "../link.ts";
import type { FarRequest, Provider } from "../provider.ts";
import { askIfThere, askProvider } from "./rented.ts";

const sessionSchema = z.looseObject({ id: z.string(), connect: z.string(), stop: z.string() });
const pressureSchema = z.looseObject({ pressure: z.looseObject({ running: z.number(), maxConcurrent: z.number(), queued: z.number() }) });

/** Its token goes into the query. */
const withToken = (endpoint: Endpoint): Endpoint => {
  const url = new URL(endpoint.address);
  if (endpoint.key !== undefined && !url.searchParams.has("token")) url.searchParams.set("token", endpoint.key);
  return { ...endpoint, address: url.href };
};

function launchLink(endpoint: Endpoint, { headless }: FarRequest): SocketLink {
  const link = linkTo(withToken(endpoint), addressOf(endpoint).pathname);
  const url = new URL(link.url);
  url.searchParams.set("launch", JSON.stringify({ headless, ...endpoint.options }));
  return { ...link, url: url.href };
}

/**
 * browserless: each connection to its socket is a browser that ends with the connection, unless `options.ttl` asks its session API for one that
 * outlives it.
 */
export const browserless: Provider = {
  owns: true,
  open: async (given, request) => {
    const endpoint = withToken(given);
    if (given.options?.["ttl"] === undefined) return { ref: { id: "", engine: "chromium" }, link: launchLink(given, request) };
    const made = await askProvider(endpoint, "/session", "open a browser", sessionSchema, { method: "POST", body: given.options, signal: request.signal });
    return { ref: { id: made.id, engine: "chromium", socket: withoutQuery(made.connect) }, link: tokenAdded(endpoint, made.connect) };
  },
  describe: async (given, ref) => (ref.socket === undefined ? undefined : { ref, link: tokenAdded(withToken(given), ref.socket) }),
  close: async (given, { id, socket }) => {
    if (socket !== undefined) await askIfThere(withToken(given), `/session/${id}`, "end a browser", z.unknown(), { method: "DELETE" });
  },
  introduce: async (given) => {
    const { pressure } = await askProvider(withToken(given), "/pressure", "tell how busy it is", pressureSchema);
    return `browserless, ${pressure.running} of ${pressure.maxConcurrent} browsers running, ${pressure.queued} in line`;
  },
};

export const isPressure = (json: unknown): boolean => pressureSchema.safeParse(json).success;

const withoutQuery = (address: string): string => address.split("?")[0] ?? address;

function tokenAdded(endpoint: Endpoint, socket: string): SocketLink {
  const url = new URL(socket);
  for (const [name, value] of addressOf(endpoint).searchParams) url.searchParams.set(name, value);
  return linkNamed(endpoint, url.href);
}
