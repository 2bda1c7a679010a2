import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DroverError } from "../protocol/errors.ts";

/** Listens on loopback and nowhere else. 0 takes any free port; resolves with the port. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(cannotListen(port, cause)));
    server.listen(port, "127.0.0.1", () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

const cannotListen = (port: number, cause: Error) =>
  new DroverError("bad-input", `cannot listen on port ${port}: ${cause.message}`, {
    cause,
    hint: "Name another port, or none to get a free one.",
  });
