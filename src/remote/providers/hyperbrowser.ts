import { z } from "zod";
import type { Endpoint } from "../../config/endpoint.ts";
import { linkNamed } from "../link.ts";
import type { FarBrowser, FarRef, Provider } from "../provider.ts";
import { askIfThere, askProvider, keyOf } from "./rented.ts";

const sessionSchema = z.looseObject({ id: z.string(), wsEndpoint: z.string(), liveUrl: z.string().nullish(), status: z.string() });

const asking = (endpoint: Endpoint) => ({ headers: { "x-api-key": keyOf(endpoint) } });

const browserOf = (endpoint: Endpoint, ref: FarRef, { wsEndpoint, liveUrl }: z.infer<typeof sessionSchema>): FarBrowser => ({ ref, link: linkNamed(endpoint, wsEndpoint), ...(liveUrl && { liveView: liveUrl }) });

export const hyperbrowser: Provider = {
  owns: true,
  open: async (endpoint, { signal }) => {
    const made = await askProvider(endpoint, "/api/session", "open a browser", sessionSchema, { ...asking(endpoint), method: "POST", body: endpoint.options ?? {}, signal });
    return browserOf(endpoint, { id: made.id, engine: "chromium" }, made);
  },
  describe: async (endpoint, ref) => {
    const found = await askIfThere(endpoint, `/api/session/${ref.id}`, "tell of a browser", sessionSchema, asking(endpoint));
    return found?.status === "active" ? browserOf(endpoint, ref, found) : undefined;
  },
  close: async (endpoint, { id }) => {
    await askIfThere(endpoint, `/api/session/${id}/stop`, "end a browser", z.unknown(), { ...asking(endpoint), method: "PUT" });
  },
  introduce: async (endpoint) => {
    const { totalCount } = await askProvider(endpoint, "/api/sessions?status=active", "list its browsers", z.looseObject({ totalCount: z.number() }), asking(endpoint));
    return `Hyperbrowser, ${totalCount} browsers running`;
  },
};
