import { chmodSync, closeSync, openSync, rmSync, statSync } from "node:fs";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { isErrno } from "../diagnosis/ifPresent.ts";
import type { Home } from "../config/home.ts";

/** Who holds the right to remove a left-over socket longer than this has crashed while at it. */
const TAKEOVER_STALE_MS = 5000;
const RETRY_MS = 10;

/**
 * One daemon per home. The bound socket is the lock. A socket file that nobody listens on is a left-over of a daemon
 * that was killed; it is removed by one process at a time, because two that both saw it dead could otherwise remove
 * each other's fresh one. Resolves to undefined when another daemon is there.
 */
export async function listenAlone(home: Home, onConnection: (socket: net.Socket) => void): Promise<net.Server | undefined> {
  for (;;) {
    const server = net.createServer(onConnection);
    const failure = await listen(server, home.socket);
    if (!failure) {
      if (process.platform !== "win32") chmodSync(home.socket, 0o600);
      return server;
    }
    if (failure.code !== "EADDRINUSE") throw failure;
    if (await answers(home.socket)) return undefined;
    await removeLeftOver(home.socket);
  }
}

async function removeLeftOver(socket: string): Promise<void> {
  const takeover = `${socket}.takeover`;
  try {
    closeSync(openSync(takeover, "wx", 0o600));
  } catch (thrown) {
    if (!isErrno(thrown, "EEXIST")) throw thrown;
    if (ageMs(takeover) > TAKEOVER_STALE_MS) rmSync(takeover, { force: true });
    await pause(RETRY_MS);
    return;
  }
  try {
    if (!(await answers(socket))) rmSync(socket, { force: true });
  } finally {
    rmSync(takeover, { force: true });
  }
}

function ageMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch (thrown) {
    if (!isErrno(thrown, "ENOENT")) throw thrown;
    return 0;
  }
}

function listen(server: net.Server, address: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once("error", resolve);
    server.listen(address, () => {
      server.removeAllListeners("error");
      resolve(undefined);
    });
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
