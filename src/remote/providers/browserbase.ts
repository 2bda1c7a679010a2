import { z } from "zod";
import type { Endpoint } from "../../config/endpoint.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { linkNamed } from "../link.ts";
import type { Provider } from "../provider.ts";
import { askIfThere, askProvider, keyOf } from "./rented.ts";

const sessionSchema = z.looseObject({ id: z.string(), connectUrl: z.string().optional(), status: z.string().optional() });
const debugSchema = z.looseObject({ debuggerFullscreenUrl: z.string() });

const asking = (endpoint: Endpoint) => ({ headers: { "x-bb-api-key": keyOf(endpoint) } });

const liveViewOf = async (endpoint: Endpoint, id: string): Promise<{ liveView?: string }> => {
  const debug = await mayFail(askProvider(endpoint, `/v1/sessions/${id}/debug`, "show a live view", debugSchema, asking(endpoint)), "a browser that cannot be watched can still be driven");
  return debug ? { liveView: debug.debuggerFullscreenUrl } : {};
};

export const browserbase: Provider = {
  owns: true,
  open: async (endpoint, { session, signal }) => {
    // Kept over a cut cable: it ends when it is released, or at its timeout.
    const body = { keepAlive: true, userMetadata: { drover: session.replace(/[^\w-]/g, "_").slice(0, 60) }, ...endpoint.options };
    const made = await askProvider(endpoint, "/v1/sessions", "open a browser", sessionSchema.required({ connectUrl: true }), { ...asking(endpoint), method: "POST", body, signal });
    return { ref: { id: made.id, engine: "chromium" }, link: linkNamed(endpoint, made.connectUrl), ...(await liveViewOf(endpoint, made.id)) };
  },
  describe: async (endpoint, ref) => {
    const found = await askIfThere(endpoint, `/v1/sessions/${ref.id}`, "tell of a browser", sessionSchema, asking(endpoint));
    if (!found?.connectUrl || found.status !== "RUNNING") return undefined;
    return { ref, link: linkNamed(endpoint, found.connectUrl), ...(await liveViewOf(endpoint, ref.id)) };
  },
  close: async (endpoint, { id }) => {
    await askIfThere(endpoint, `/v1/sessions/${id}`, "end a browser", z.unknown(), { ...asking(endpoint), method: "POST", body: { status: "REQUEST_RELEASE", ...projectOf(endpoint) } });
  },
  introduce: async (endpoint) => {
    const running = await askProvider(endpoint, "/v1/sessions?status=RUNNING", "list its browsers", z.array(sessionSchema), asking(endpoint));
    return `Browserbase, ${running.length} browsers running`;
  },
};

const projectOf = ({ options }: Endpoint): { projectId?: unknown } => (options?.["projectId"] === undefined ? {} : { projectId: options["projectId"] });
