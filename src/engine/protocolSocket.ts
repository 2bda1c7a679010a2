import WebSocket from "ws";
import { DroverError } from "../protocol/errors.ts";

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

export interface ProtocolSocket {
  send(message: Record<string, unknown>): void;
  close(): void;
  readonly open: boolean;
}

/** Opens a browser's WebSocket. Handlers run outside of any await, so a slow reader never stalls the protocol. */
export async function openProtocolSocket(
  url: string,
  handlers: { message: (message: ProtocolMessage) => void; closed: () => void },
): Promise<ProtocolSocket> {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: 512 * 1024 * 1024,
    handshakeTimeout: 10_000,
    skipUTF8Validation: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", (cause) =>
      reject(new DroverError("not-attachable", `no browser answers at ${url}: ${cause.message}`, { cause })),
    );
  });
  socket.on("message", (data) => handlers.message(JSON.parse(data.toString()) as ProtocolMessage));
  socket.on("error", () => socket.terminate());
  socket.on("close", handlers.closed);
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
    get open() {
      return socket.readyState === WebSocket.OPEN;
    },
  };
}
