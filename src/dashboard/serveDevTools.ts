import type { WebSocket } from "ws";
import type { Home } from "../config/home.ts";
import { unlessMalformed } from "../diagnosis/unlessMalformed.ts";
import { answer, type Place, send, serveVisitor, type Visited } from "../loopback/serveVisitor.ts";
import { asDroverError } from "../protocol/errors.ts";
import { FrontEndFiles } from "./frontEndFiles.ts";
import { Talk } from "./talk.ts";

/** Scripts and bodies that a person edits. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** A WebSocket's reason may have 123 bytes. */
const MAX_REASON = 120;
const NOT_OPEN = 4404;
const socketPath = "page";

/** DevTools write their own styles and read source maps with WebAssembly; beyond this server they reach nothing. */
const policyOf = (port: number): string =>
  [
    "default-src 'self' data: blob:",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' data: ws://127.0.0.1:${port}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

export interface DevToolsOptions {
  home: Home;
  session: string;
  /** 0: any free one. */
  port: number;
  /** Told when DevTools are connected to a page, and when they are not any more. */
  said?(text: string): void;
}

/** Serves the DevTools that the session's browser brings along, for its active page, on loopback, to whoever had the token once. */
export async function serveDevTools({ home, session, port: wanted, said = () => undefined }: DevToolsOptions): Promise<Visited> {
  let files: FrontEndFiles | undefined;
  const filesFor = ({ port }: Place) => (files ??= new FrontEndFiles({ home, session, port }));

  function attach(socket: WebSocket, _: URLSearchParams, { port }: Place): boolean {
    const early: Record<string, unknown>[] = [];
    let say = (message: Record<string, unknown>): void => void early.push(message);
    socket.on("message", (data) => {
      const message = unlessMalformed(() => JSON.parse(String(data)) as Record<string, unknown>);
      if (message) say(message);
    });
    void Talk.begin({
      home,
      session,
      port,
      with: "page",
      hear: (message) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message)),
      ended: () => socket.close(),
    }).then(
      (talk) => {
        said(`DevTools are on "${talk.title}" (${talk.url}).`);
        say = (message) => talk.say(message);
        early.forEach(say);
        socket.on("close", () => talk.end());
        if (socket.readyState !== socket.OPEN) talk.end();
      },
      (thrown: unknown) => {
        const { message } = asDroverError(thrown);
        said(`! DevTools cannot be on the page: ${message}`);
        socket.close(NOT_OPEN, message.slice(0, MAX_REASON));
      },
    );
    return true;
  }

  const visited = await serveVisitor({
    port: wanted,
    title: "DevTools",
    command: "drover inspect",
    maxMessageBytes: MAX_MESSAGE_BYTES,
    policy: policyOf,
    serve: async (name, _, response, place) => {
      if (name === "") return void response.writeHead(302, { location: `inspector.html?ws=127.0.0.1:${place.port}/${place.base}/${socketPath}` }).end();
      const file = await filesFor(place).read(decodeURIComponent(name));
      if (!file) return answer(response, 404, "DevTools have no such file.");
      send(response, file.type, file.body);
    },
    socketPath,
    connected: attach,
  });
  return {
    ...visited,
    close: async () => {
      files?.close();
      await visited.close();
    },
  };
}
