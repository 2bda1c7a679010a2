/**
 * The daemon's entry: `node dist/daemon.js`. Started by the first client that finds no daemon. It takes the socket first
 * and loads everything else while clients already wait.
 */
import type { Socket } from "node:net";
import { prepareHome, resolveHome } from "../config/home.ts";
import { listenAlone } from "./singleInstance.ts";

const home = resolveHome();
prepareHome(home);

let accept: ((socket: Socket) => void) | undefined;
const waiting: Socket[] = [];
const server = await listenAlone(home, (socket) => {
  if (accept) return accept(socket);
  socket.on("error", () => socket.destroy());
  waiting.push(socket);
});
if (!server) process.exit(0);

const { serve } = await import("./serve.ts");
accept = serve(home, server);
for (const socket of waiting) if (!socket.destroyed) accept(socket);
