/**
 * The daemon's entry: `node dist/daemon.cjs`. Started by the first client that finds no daemon. It takes the socket first
 * and loads everything else while clients already wait.
 */
import type { Socket } from "node:net";
import path from "node:path";
import { prepareHome, resolveHome } from "../config/home.ts";
import { requireCompiled } from "./compiled.ts";
import { listenAlone } from "./singleInstance.ts";

/** By then the first call is answered. */
const SAVE_AFTER_MS = 5_000;

async function start(): Promise<void> {
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
  const bundle = requireCompiled<typeof import("./serve.ts")>(path.join(import.meta.dirname, "serve.cjs"));
  accept = bundle.exports.serve(home, server);
  for (const socket of waiting) if (!socket.destroyed) accept(socket);
  if (!bundle.fromCache) setTimeout(() => trySave(bundle), SAVE_AFTER_MS).unref();
}

/** Another Node than the one that built Drover needs code of its own. Who may not write there starts a little slower. */
function trySave(bundle: { save(): void }): void {
  try {
    bundle.save();
  } catch {
    // See above.
  }
}

void start();
