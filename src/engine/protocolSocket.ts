import WebSocket from "ws";
import { openFrameLog } from "../diagnosis/frameLog.ts";
import { noteFailure } from "../diagnosis/mayFail.ts";
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

/** Opens a browser's WebSocket. Handlers run outside of any await, so a slow reader never stalls the protocol. */
export async function openProtocolSocket(
  url: string,
  handlers: { message: (message: ProtocolMessage) => void; closed: () => void },
  patienceMs = 10_000,
): Promise<ProtocolSocket> {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: 512 * 1024 * 1024,
    handshakeTimeout: patienceMs,
    skipUTF8Validation: true,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", (cause) =>
      reject(new DroverError("not-attachable", `no browser answers at ${url}: ${cause.message}`, { cause })),
    );
  });
  const frames = openFrameLog(url);
  socket.on("message", (data) => {
    const text = data.toString();
    const message = JSON.parse(text) as ProtocolMessage;
    frames.received(message, text);
    handlers.message(message);
  });
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
