import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import type { Upstream } from "./upstreamAddress.ts";

const PATIENCE_MS = 30_000;
const MAX_HEAD = 16_384;

/** A connection to the proxy itself, at one of its addresses. */
export async function dialUpstream({ url, host, port }: Upstream, address: string): Promise<net.Socket> {
  const socket = url.protocol === "https:" ? tls.connect({ host: address, port, ...(net.isIP(host) === 0 && { servername: host }) }) : net.connect({ host: address, port });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("the proxy does not answer")));
  await once(socket, url.protocol === "https:" ? "secureConnect" : "connect");
  socket.setTimeout(0);
  return socket;
}

/** Asks the proxy for a connection to `host`, which is an address where it has been judged. */
export async function tunnelThrough(upstream: Upstream, address: string, host: string, port: number): Promise<net.Socket> {
  if (upstream.kind !== "http") {
    const { SocksClient } = await import("socks");
    const { socket } = await SocksClient.createConnection({
      proxy: { host: address, port: upstream.port, type: upstream.kind, ...(upstream.user && { userId: upstream.user, password: upstream.password ?? "" }) },
      command: "connect",
      destination: { host, port },
      timeout: PATIENCE_MS,
    });
    return socket;
  }
  const socket = await dialUpstream(upstream, address);
  const place = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
  const authorization = upstream.authorization ? `Proxy-Authorization: ${upstream.authorization}\r\n` : "";
  socket.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${authorization}\r\n`);
  const status = await answerOf(socket);
  if (/^HTTP\/1\.[01] 200\b/.test(status)) return socket;
  socket.destroy();
  throw new Error(`the proxy answers ${status}`);
}

/** The first line of the proxy's answer. What follows its head is the destination's. */
async function answerOf(socket: net.Socket): Promise<string> {
  let head = Buffer.alloc(0);
  for (;;) {
    const end = head.indexOf("\r\n\r\n");
    if (end >= 0) {
      socket.pause();
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4));
      return head.subarray(0, end).toString("latin1").split("\r\n")[0] ?? "";
    }
    if (head.length > MAX_HEAD) throw new Error("the proxy's answer has no end");
    const chunk = await nextChunk(socket);
    head = Buffer.concat([head, chunk]);
  }
}

function nextChunk(socket: net.Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const release = (): void => {
      socket.off("data", onData).off("close", onClose).off("error", onError);
    };
    const onData = (chunk: Buffer): void => {
      socket.pause();
      release();
      resolve(chunk);
    };
    const onClose = (): void => {
      release();
      reject(new Error("the proxy closed the connection"));
    };
    const onError = (error: Error): void => {
      release();
      reject(error);
    };
    socket.on("data", onData).on("close", onClose).on("error", onError);
    socket.resume();
  });
}
