import WebSocket from "ws";
import { z } from "zod";
import type { EngineName } from "../../browser/kinds.ts";
import type { Endpoint } from "../../config/endpoint.ts";
import { DroverError } from "../../protocol/errors.ts";
import { askFar, farRefusal, unanswered } from "../askFar.ts";
import { addressOf, linkTo, type SocketLink } from "../link.ts";
import type { FarBrowser, Provider } from "../provider.ts";

const versionSchema = z.object({ webSocketDebuggerUrl: z.url(), Browser: z.string().optional() });

const PROBE_MS = 10_000;

/** A browser that somebody started, reached by its own protocol. */
export const plain = (engine: EngineName): Provider => ({
  owns: false,
  open: (endpoint) => found(endpoint, engine),
  describe: (endpoint) => found(endpoint, engine),
  close: async () => undefined,
  introduce: async (endpoint) => {
    const { link } = await found(endpoint, engine);
    const spoken = await speechAt(endpoint, link);
    return `${spoken.product} by ${spoken.engine === "firefox" ? "WebDriver BiDi" : "CDP"}`;
  },
});

async function found(endpoint: Endpoint, engine: EngineName): Promise<FarBrowser> {
  const link = engine === "firefox" ? bidiLink(endpoint) : await cdpLink(endpoint);
  return { ref: { id: "", engine }, link };
}

function bidiLink(endpoint: Endpoint): SocketLink {
  const { pathname } = addressOf(endpoint);
  return linkTo(endpoint, pathname === "/" ? "/session" : pathname);
}

/** Its WebSocket as `/json/version` names it; where that is not served, the address itself. */
export async function cdpLink(endpoint: Endpoint): Promise<SocketLink> {
  const address = addressOf(endpoint);
  if (address.protocol.startsWith("ws")) return linkTo(endpoint, address.pathname);
  const answer = await askFar(endpoint, "/json/version");
  const { data } = versionSchema.safeParse(answer.json);
  if (data) return linkTo(endpoint, new URL(data.webSocketDebuggerUrl).pathname + new URL(data.webSocketDebuggerUrl).search);
  if (answer.status === 401 || answer.status === 403 || answer.status === 429 || answer.status >= 500) throw farRefusal(endpoint, answer, "name its WebSocket");
  return linkTo(endpoint, address.pathname);
}

/** Finds out which protocol a WebSocket speaks by asking what only CDP knows. */
export async function speechAt(endpoint: Endpoint, { url, headers, tls, agent }: SocketLink): Promise<{ engine: EngineName; product: string }> {
  const socket = new WebSocket(url, { headers: headers as Record<string, string>, ...tls, ...(agent && { agent }), handshakeTimeout: PROBE_MS, perMessageDeflate: false });
  try {
    return await new Promise((resolve, reject) => {
      const silent = setTimeout(() => reject(new Error(`it was silent for ${PROBE_MS / 1000} s`)), PROBE_MS);
      socket.once("close", () => clearTimeout(silent));
      socket.once("error", reject);
      socket.once("unexpected-response", (_, response) => {
        const status = response.statusCode ?? 0;
        reject(farRefusal(endpoint, { status, json: undefined, text: response.statusMessage ?? "" }, "open a WebSocket"));
      });
      socket.once("open", () => socket.send(JSON.stringify({ id: 1, method: "Browser.getVersion", params: {} })));
      socket.on("message", (data) => {
        const message = z.object({ id: z.number().nullish(), result: z.object({ product: z.string() }).optional(), type: z.string().optional() }).safeParse(JSON.parse(String(data))).data;
        if (message?.result) resolve({ engine: "chromium", product: message.result.product });
        else if (message?.type === "error") resolve({ engine: "firefox", product: "Firefox" });
      });
    });
  } catch (cause) {
    if (cause instanceof DroverError) throw cause;
    throw unanswered(endpoint, new URL(url), cause as Error);
  } finally {
    socket.terminate();
  }
}
