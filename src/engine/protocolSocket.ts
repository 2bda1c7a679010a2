import WebSocket from "ws";
import { openFrameLog } from "../diagnosis/frameLog.ts";
import { noteFailure } from "../diagnosis/mayFail.ts";
import { DroverError } from "../protocol/errors.ts";
import { connectionLost } from "../remote/connectionLost.ts";
import type { SocketLink } from "../remote/link.ts";

/** An answer or an event, as both CDP and BiDi shape them. */
export interface ProtocolMessage {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  sessionId?: string;
  error?: unknown;
  message?: string;
  type?: string;
}

/** A command, as both shape it. */
export interface ProtocolCommand {
  id: number;
  method: string;
  params: unknown;
  sessionId?: string;
}

export interface ProtocolSocket {
  send(message: ProtocolCommand): void;
  close(): void;
  readonly open: boolean;
}

/** What cuts a connection without a word, such as a cable, is noticed after two of these. */
const BEAT_MS = 15_000;

/** How long a handshake may take, here and elsewhere. */
const PATIENCE_MS = 10_000;
const LINK_PATIENCE_MS = 30_000;

/** Opens a browser's WebSocket, here or elsewhere. Handlers run outside of any await, so a slow reader never stalls the protocol. */
export async function openProtocolSocket(
  at: string | SocketLink,
  handlers: { message: (message: ProtocolMessage) => void; closed: () => void },
  patienceMs?: number,
): Promise<ProtocolSocket> {
  const link = typeof at === "string" ? undefined : at;
  const name = link ? `endpoint "${link.name}"` : String(at);
  const socket = new WebSocket(link?.url ?? String(at), {
    perMessageDeflate: false,
    maxPayload: 512 * 1024 * 1024,
    handshakeTimeout: patienceMs ?? (link ? LINK_PATIENCE_MS : PATIENCE_MS),
    skipUTF8Validation: true,
    ...(link && { headers: link.headers, ...link.tls, ...(link.agent && { agent: link.agent }) }),
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", (cause) => reject(notOpened(name, cause)));
    if (link)
      socket.once("unexpected-response", (_, { statusCode = 0, statusMessage = "" }) => {
        reject(refusedBy(link.name, statusCode, statusMessage));
        socket.terminate();
      });
  });
  if (link) endWhenSilent(socket);
  const frames = openFrameLog(name);
  socket.on("message", (data) => {
    const text = data.toString();
    const message = JSON.parse(text) as ProtocolMessage;
    frames.received(message, text);
    handlers.message(message);
  });
  socket.removeAllListeners("error");
  socket.on("error", (cause) => {
    noteFailure(cause, "the connection to a browser broke; what was asked fails as browser-gone");
    socket.terminate();
  });
  socket.on("close", () => {
    frames.end();
    handlers.closed();
  });
  return {
    send: (message) => {
      const text = JSON.stringify(message);
      frames.sent(message, text);
      socket.send(text);
    },
    close: () => socket.close(),
    get open() {
      return socket.readyState === WebSocket.OPEN;
    },
  };
}

/** Whoever is there answers a ping, or says something else meanwhile. */
function endWhenSilent(socket: WebSocket): void {
  let heard = true;
  const hear = () => {
    heard = true;
  };
  socket.on("message", hear).on("pong", hear);
  const beat = setInterval(() => {
    if (!heard) return socket.terminate();
    heard = false;
    socket.ping();
  }, BEAT_MS).unref();
  socket.once("close", () => clearInterval(beat));
}

const notOpened = (name: string, cause: Error): DroverError => new DroverError("not-attachable", `no browser answers at ${name}: ${cause.message}`, { cause });

function refusedBy(name: string, status: number, said: string): DroverError {
  const what = `endpoint "${name}" answered ${status}${said && ` (${said})`} instead of opening a WebSocket`;
  if (status === 401 || status === 403)
    return new DroverError("refused", `${what}: it does not accept who asks`, { hint: `Its key, token or header is wrong or has expired. A person renews it: drover endpoint add ${name} … --key`, fields: { status } });
  if (status === 429) return new DroverError("quota-exceeded", `${what}: it has no room left`, { hint: "Close sessions that are not needed, or try again later.", fields: { status } });
  return new DroverError(status >= 500 ? "provider-failed" : "not-attachable", what, { hint: `\`drover endpoint test ${name}\` shows what answers there.`, fields: { status } });
}

/** What is said of commands whose answer never came. */
export const lostError = (link: SocketLink | undefined): DroverError => (link ? connectionLost(link.name) : new DroverError("browser-gone", "the browser closed its connection", { hint: "It ended, or was ended, in the middle of this. Call again: a persistent session gets its browser anew, an incognito one is lost with it." }));
