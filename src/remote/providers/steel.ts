import { z } from "zod";
import type { Endpoint } from "../../config/endpoint.ts";
import { linkNamed } from "../link.ts";
import type { FarBrowser, FarRef, Provider } from "../provider.ts";
import { askIfThere, askProvider, keyOf } from "./rented.ts";

const sessionSchema = z.looseObject({ id: z.string(), websocketUrl: z.string(), sessionViewerUrl: z.string().optional(), debugUrl: z.string().optional(), status: z.string() });

const asking = (endpoint: Endpoint) => ({ headers: { "steel-api-key": keyOf(endpoint) } });

/** Its socket wants the key in its query. */
function browserOf(endpoint: Endpoint, ref: FarRef, { websocketUrl, debugUrl, sessionViewerUrl }: z.infer<typeof sessionSchema>): FarBrowser {
  const url = new URL(websocketUrl);
  url.searchParams.set("apiKey", keyOf(endpoint));
  url.searchParams.set("sessionId", ref.id);
  const liveView = debugUrl ?? sessionViewerUrl;
  return { ref, link: linkNamed(endpoint, url.href), ...(liveView && { liveView }) };
}

export const steel: Provider = {
  owns: true,
  open: async (endpoint, { signal }) => {
    const made = await askProvider(endpoint, "/v1/sessions", "open a browser", sessionSchema, { ...asking(endpoint), method: "POST", body: endpoint.options ?? {}, signal });
    return browserOf(endpoint, { id: made.id, engine: "chromium" }, made);
  },
  describe: async (endpoint, ref) => {
    const found = await askIfThere(endpoint, `/v1/sessions/${ref.id}`, "tell of a browser", sessionSchema, asking(endpoint));
    return found?.status === "live" ? browserOf(endpoint, ref, found) : undefined;
  },
  close: async (endpoint, { id }) => {
    await askIfThere(endpoint, `/v1/sessions/${id}/release`, "end a browser", z.unknown(), { ...asking(endpoint), method: "POST", body: {} });
  },
  introduce: async (endpoint) => {
    const { sessions } = await askProvider(endpoint, "/v1/sessions?status=live", "list its browsers", z.looseObject({ sessions: z.array(z.unknown()) }), asking(endpoint));
    return `Steel, ${sessions.length} browsers running`;
  },
};
