import http, { type IncomingMessage } from "node:http";
import https, { type ServerOptions } from "node:https";
import net, { type AddressInfo } from "node:net";

export interface Door extends AsyncDisposable {
  readonly port: number;
  /** Whom it lets through; it may change its mind. */
  admits: (request: IncomingMessage) => boolean;
  /** "METHOD /path" of what came, sockets too. */
  readonly requests: string[];
}

/** A front of a browser's port that wants to know who asks. */
export async function doorTo(port: number, { tls, withoutDiscovery = false }: { tls?: ServerOptions; withoutDiscovery?: boolean } = {}): Promise<Door> {
  const requests: string[] = [];
  const answer: http.RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (!door.admits(request)) return void response.writeHead(401).end("who are you?");
    if (withoutDiscovery) return void response.writeHead(404).end();
    const { authorization: _, ...headers } = request.headers;
    http.request({ port, host: "127.0.0.1", path: request.url?.split("?")[0], method: request.method, headers: { ...headers, host: `127.0.0.1:${port}` } }, (far) => {
      response.writeHead(far.statusCode ?? 500, far.headers);
      far.pipe(response);
    }).on("error", () => response.destroy()).end();
  };
  const server = tls ? https.createServer(tls, answer) : http.createServer(answer);
  const open = new Set<net.Socket>();
  server.on("upgrade", (request: IncomingMessage, socket: net.Socket, head: Buffer) => {
    requests.push(`SOCKET ${request.url}`);
    if (!door.admits(request)) return void socket.end("HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n");
    const far = net.connect(port, "127.0.0.1", () => {
      const path = request.url?.split("?")[0] ?? "/";
      const { authorization: _, ...headers } = request.headers;
      far.write(`GET ${path} HTTP/1.1\r\n${Object.entries({ ...headers, host: `127.0.0.1:${port}` }).map(([name, value]) => `${name}: ${String(value)}`).join("\r\n")}\r\n\r\n`);
      far.write(head);
      socket.pipe(far).pipe(socket);
    });
    for (const [one, other] of [[socket, far], [far, socket]] as const) {
      open.add(one);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const door: Door = {
    port: (server.address() as AddressInfo).port,
    admits: () => true,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return door;
}

/** A proxy that carries whatever it is asked to, and remembers where. */
export async function carryingProxy(): Promise<{ port: number; carried: string[] } & AsyncDisposable> {
  const carried: string[] = [];
  const open = new Set<net.Socket>();
  const server = http.createServer();
  server.on("connect", (request, near: net.Socket) => {
    carried.push(request.url ?? "");
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const far = net.connect(Number(port), host, () => {
      near.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      near.pipe(far).pipe(near);
    });
    for (const end of [near, far]) open.add(end.on("error", () => end.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    carried,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
