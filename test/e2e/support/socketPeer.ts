import { WebSocketServer, type WebSocket } from "ws";
import { test as base } from "./session.ts";

interface Peer {
  /** ws://… of a path. */
  url(path: string): string;
  /** The server's side of each connection, in the order they came. */
  sockets: WebSocket[];
  /** What the server got, "n: text". */
  received: string[];
}

/** Tests whose server speaks WebSocket too. */
export const test = base.extend<{ peer: Peer }>({
  peer: async ({ server }, use) => {
    const sockets: WebSocket[] = [];
    const received: string[] = [];
    const wss = new WebSocketServer({ server: server.http });
    wss.on("connection", (socket) => {
      const number = sockets.push(socket);
      socket.on("message", (data, isBinary) => received.push(`${number}: ${isBinary ? `binary ${(data as Buffer).toString("hex")}` : data.toString()}`));
    });
    await use({ url: (path) => `${server.origin.replace("http", "ws")}${path}`, sockets, received });
    for (const socket of sockets) socket.terminate();
    wss.close();
  },
});
