import { z } from "zod";
import type { Endpoint } from "../../config/endpoint.ts";
import { linkNamed, type SocketLink } from "../link.ts";
import type { FarBrowser, FarRef, Provider } from "../provider.ts";
import { cdpLink } from "./plain.ts";
import { askIfThere, askProvider, keyOf } from "./rented.ts";

const browserSchema = z.looseObject({ id: z.string(), status: z.string(), cdpUrl: z.string().nullish(), liveUrl: z.string().nullish() });

const asking = (endpoint: Endpoint) => ({ headers: { "x-browser-use-api-key": keyOf(endpoint) } });

async function browserOf(endpoint: Endpoint, ref: FarRef, { cdpUrl, liveUrl }: z.infer<typeof browserSchema>): Promise<FarBrowser | undefined> {
  return cdpUrl ? { ref, link: await linkAt(endpoint, cdpUrl), ...(liveUrl && { liveView: liveUrl }) } : undefined;
}

/** Either the socket itself or, like a browser's port, where `/json/version` names it. */
async function linkAt(endpoint: Endpoint, cdpUrl: string): Promise<SocketLink> {
  if (cdpUrl.startsWith("ws")) return linkNamed(endpoint, cdpUrl);
  const { key: _, headers: __, ...elsewhere } = endpoint;
  return cdpLink({ ...elsewhere, address: cdpUrl });
}

export const browserUse: Provider = {
  owns: true,
  open: async (endpoint, { signal }) => {
    const made = await askProvider(endpoint, "/api/v3/browsers", "open a browser", browserSchema.required({ cdpUrl: true }), { ...asking(endpoint), method: "POST", body: endpoint.options ?? {}, signal });
    const ref: FarRef = { id: made.id, engine: "chromium" };
    return { ref, link: await linkAt(endpoint, made.cdpUrl ?? ""), ...(made.liveUrl && { liveView: made.liveUrl }) };
  },
  describe: async (endpoint, ref) => {
    const found = await askIfThere(endpoint, `/api/v3/browsers/${ref.id}`, "tell of a browser", browserSchema, asking(endpoint));
    return found?.status === "active" ? browserOf(endpoint, ref, found) : undefined;
  },
  close: async (endpoint, { id }) => {
    await askIfThere(endpoint, `/api/v3/browsers/${id}`, "end a browser", z.unknown(), { ...asking(endpoint), method: "PATCH", body: { action: "stop" } });
  },
  introduce: async (endpoint) => {
    const { totalItems } = await askProvider(endpoint, "/api/v3/browsers?filterBy=active", "list its browsers", z.looseObject({ totalItems: z.number() }), asking(endpoint));
    return `Browser Use, ${totalItems} browsers running`;
  },
};
