import { z } from "zod";
import type { Endpoint } from "../../config/endpoint.ts";
import { addressOf, linkTo, passageTo } from "../link.ts";
import type { FarBrowser, FarRef, Provider } from "../provider.ts";
import { askIfThere, askProvider, keyOf } from "./rented.ts";

/** How long it keeps a browser that nobody talks to: the most that it allows. */
const KEEP_ALIVE_MS = 600_000;

const createdSchema = z.looseObject({ sessionId: z.string() });
const listSchema = z.union([z.array(z.looseObject({ sessionId: z.string() })), z.looseObject({ sessions: z.array(z.looseObject({ sessionId: z.string() })) }).transform(({ sessions }) => sessions)]);

const asking = (endpoint: Endpoint) => ({ headers: { authorization: `Bearer ${keyOf(endpoint)}` } });

/** The address is that of the account: https://api.cloudflare.com/client/v4/accounts/<id>/browser-rendering. */
function browserOf(endpoint: Endpoint, ref: FarRef): FarBrowser {
  const { pathname } = addressOf(endpoint);
  const link = linkTo(endpoint, `${pathname.replace(/\/$/, "")}/devtools/browser/${ref.id}`);
  return { ref, link: { ...link, headers: { ...passageTo(endpoint).headers, ...asking(endpoint).headers } } };
}

export const cloudflare: Provider = {
  owns: true,
  open: async (endpoint, { signal }) => {
    const { sessionId } = await askProvider(endpoint, `/devtools/browser?keep_alive=${KEEP_ALIVE_MS}`, "open a browser", createdSchema, { ...asking(endpoint), method: "POST", signal });
    return browserOf(endpoint, { id: sessionId, engine: "chromium" });
  },
  describe: async (endpoint, ref) => {
    const running = await askProvider(endpoint, "/devtools/session", "list its browsers", listSchema, asking(endpoint));
    return running.some(({ sessionId }) => sessionId === ref.id) ? browserOf(endpoint, ref) : undefined;
  },
  close: async (endpoint, { id }) => {
    await askIfThere(endpoint, `/devtools/browser/${id}`, "end a browser", z.unknown(), { ...asking(endpoint), method: "DELETE" });
  },
  introduce: async (endpoint) => `Cloudflare Browser Rendering, ${(await askProvider(endpoint, "/devtools/session", "list its browsers", listSchema, asking(endpoint))).length} browsers running`,
};
