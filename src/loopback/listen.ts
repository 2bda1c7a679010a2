import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DroverError } from "../protocol/errors.ts";

const LOOPBACK = "127.0.0.1";

/** Listens on loopback and nowhere else. 0 takes any free port; resolves with the port. */
export const listenOnLoopback = (server: Server, port: number): Promise<number> => listenOn(server, port, LOOPBACK);

/** Listens where a person says. */
export async function listenOn(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(cannotListen(port, host, cause)));
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

const cannotListen = (port: number, host: string, cause: Error) =>
  new DroverError("bad-input", `cannot listen on ${host === LOOPBACK ? "" : `${host}, `}port ${port}: ${cause.message}`, {
    cause,
    hint: "Name another port, or none to get a free one.",
  });
