import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { noteFailure } from "../diagnosis/mayFail.ts";
import { pipeFiles } from "./debuggingPipe.ts";
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

const LISTEN_AGAIN = marionetteText(1, "Marionette:AcceptConnections", { value: true });

/** From now on a Firefox is driven through the pipe, one driver at a time. While somebody has a session, Firefox turns the connections away and the keeper ends. */
export async function startKeeper(pipe: string, port: number): Promise<void> {
  const connections: net.Socket[] = [];
  try {
    // One by one: Firefox lets few wait, and those beyond are tried again only a second later.
    for (let made = 0; made < KEPT_CONNECTIONS; made++) {
      const connection = net.connect({ host: "127.0.0.1", port });
      connections.push(connection);
      // What Firefox says is for the keeper to read.
      connection.pause();
      connection.on("error", (cause) => noteFailure(cause, "a connection that Firefox does not want ends the keeper"));
      await once(connection, "connect");
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
