import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { pipeFiles } from "./debuggingPipe.ts";
import { DroverError } from "../protocol/errors.ts";
import { marionetteText } from "./marionetteText.ts";

/**
 * Firefox's ports answer every user of the machine, but it has one session at a time. A shell and a few `cat`s hold Marionette connections, and with
 * them the session, for as long as Firefox runs: what is written into one FIFO goes to Firefox, its answers come out of the other. The session of a
 * driver that is gone stays, so that nobody else begins one; the next driver ends it and begins its own in the same breath. Firefox gives
 * a connection one BiDi session in its life (it remembers a flag, ESR 153) and takes no connection while there is a session, hence several from the
 * start, after which it need not listen any more. When seven drivers have used them up, it listens again, and the keeper lets go as soon as
 * somebody knocks, who then starts another one.
 */
const KEEPER = `
exec 9<>"$2"
for connection in 1 2 3 4 5 6 7; do
  (cat <&$connection >&9 2>/dev/null; kill 0) &
  cat "$1" >&$connection 2>/dev/null
done
printf %s "$3" >&8
head -c 1 "$1" >/dev/null 2>&1
kill 0
`;

/** A shell has ten descriptors that it can name: one is for the answers, and what runs in its background has no standard input. */
export const KEPT_CONNECTIONS = 8;

/** A Firefox that has just been started may take as long. */
const GREETING_MS = 20_000;

const LISTEN_AGAIN = marionetteText(1, "Marionette:AcceptConnections", { value: true });

/** From now on a Firefox is driven through the pipe, one driver at a time. Fails while somebody has a session. */
export async function startKeeper(pipe: string, port: number): Promise<void> {
  const connections: net.Socket[] = [];
  try {
    // One by one: Firefox lets one wait, and a second one is tried again only a second later.
    for (let made = 0; made < KEPT_CONNECTIONS; made++) {
      const connection = net.connect({ host: "127.0.0.1", port });
      connections.push(connection);
      await greeted(connection);
    }
    for (const connection of connections) makeBlocking(connection);
    const { commands, answers } = pipeFiles(pipe);
    const keeper = spawn("/bin/sh", ["-c", KEEPER, "drover-keeper", commands, answers, LISTEN_AGAIN], { detached: true, stdio: ["ignore", ...connections], cwd: "/" });
    keeper.unref();
    await once(keeper, "spawn");
  } finally {
    for (const connection of connections) connection.destroy();
  }
}

/** As `cat` wants it. Node does that by itself for the first three descriptors of a child only. */
function makeBlocking(connection: net.Socket): void {
  const handle: unknown = Reflect.get(connection, "_handle");
  if (handle instanceof Object && "setBlocking" in handle && typeof handle.setBlocking === "function") handle.setBlocking(true);
}

/** Firefox closes a connection that it does not want without a word. What it says after its greeting is for the keeper to read. */
function greeted(connection: net.Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once("data", () => {
      connection.pause();
      resolve();
    });
    connection.once("error", reject);
    connection.once("close", () => reject(new DroverError("browser-gone", "Firefox takes no Marionette connection: it has ended, or somebody has a session.")));
    connection.setTimeout(GREETING_MS, () => connection.destroy());
  });
}
