import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { MAX_MESSAGE_BYTES } from "../protocol/messages.ts";
import { announceChanges, createServer, type ServerParts } from "./createServer.ts";
import { clientProcesses, stillTogether } from "./clientProcess.ts";

/** How often the client's process is looked for: a pipe that something else holds open never says that it ended. */
const WATCH_MS = 1000;

/** Serves the client on this process's standard streams; resolves when that client is gone. */
export function serveOnStdio(parts: ServerParts): Promise<void> {
  return new Promise((resolve) => {
    const chain = clientProcesses();
    const watch = setInterval(() => {
      if (!stillTogether(chain)) leave();
    }, WATCH_MS);
    const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
    const connection = serveStdio(
      () => {
        const server = createServer(parts);
        announceChanges(server, parts.tools);
        return server;
      },
      { transport, onerror: (error) => process.stderr.write(`drover: ${error.message}\n`) },
    );
    const leave = () => {
      clearInterval(watch);
      void connection.close().finally(resolve);
    };
    // A message that is too long ends the connection, and nobody would ever be answered again.
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      leave();
    };
    process.stdin.once("end", leave);
    process.stdin.once("close", leave);
    process.stdout.once("error", leave);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, leave);
  });
}
