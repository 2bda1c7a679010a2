/**
 * Runs in a page's own world before any other script, where the browser's protocol tells nothing of frames: reports what
 * the page's WebSockets send and receive, and the server-sent events that the page listens to.
 */
import type { SocketReport } from "./tapApi.ts";

/** Around the script: its way to report. */
declare const __DROVER_REPORT__: (report: SocketReport) => void;

type Data = string | ArrayBuffer | ArrayBufferView | Blob;

const { addEventListener } = EventTarget.prototype;
const ids = new WeakMap<object, string>();
const document = Math.random().toString(36).slice(2);
let count = 0;

const now = () => performance.timeOrigin + performance.now();
const tell = __DROVER_REPORT__;

function named(object: object): string {
  const id = `${document}.${++count}`;
  ids.set(object, id);
  return id;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView) =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

function tellFrame(socket: WebSocket, dir: "sent" | "recv", data: Data): void {
  const frame = { event: "frame", id: ids.get(socket)!, url: socket.url, dir, kind: "ws", ts: now() } as const;
  if (typeof data === "string") tell({ ...frame, payload: data });
  else if (data instanceof Blob) void data.arrayBuffer().then((buffer) => tell({ ...frame, payload: base64(bytesOf(buffer)), binary: true }));
  else tell({ ...frame, payload: base64(bytesOf(data)), binary: true });
}

function watchSockets(native: typeof WebSocket): void {
  const watched = new Proxy(native, {
    construct(target, args, newTarget) {
      const socket = Reflect.construct(target, args, newTarget === watched ? target : newTarget) as WebSocket;
      const id = named(socket);
      tell({ event: "opened", id, url: socket.url, ts: now() });
      addEventListener.call(socket, "open", () => tell({ event: "ready", id, ts: now() }));
      addEventListener.call(socket, "close", () => tell({ event: "closed", id, ts: now() }));
      addEventListener.call(socket, "message", (event) => tellFrame(socket, "recv", (event as MessageEvent<Data>).data));
      return socket;
    },
  });
  native.prototype.send = new Proxy(native.prototype.send, {
    apply(target, socket: WebSocket, args) {
      const isOpen = ids.has(socket) && socket.readyState === native.OPEN;
      Reflect.apply(target, socket, args);
      if (isOpen) tellFrame(socket, "sent", args[0] as Data);
    },
  });
  native.prototype.constructor = watched;
  globalThis.WebSocket = watched;
}

/** An event reaches only those who listen to its name: what nobody listens to is not seen. */
function watchEvents(native: typeof EventSource): void {
  const heard = new WeakMap<EventSource, Set<string>>();
  const listen = (source: EventSource, name: string) => {
    const names = heard.get(source);
    if (!names || names.has(name) || name === "open" || name === "error") return;
    names.add(name);
    addEventListener.call(source, name, (event) =>
      tell({ event: "frame", id: ids.get(source)!, url: source.url, dir: "recv", kind: "sse", payload: String((event as MessageEvent).data), name, ts: now() }),
    );
  };
  const watched = new Proxy(native, {
    construct(target, args, newTarget) {
      const source = Reflect.construct(target, args, newTarget === watched ? target : newTarget) as EventSource;
      named(source);
      heard.set(source, new Set());
      listen(source, "message");
      return source;
    },
  });
  native.prototype.addEventListener = new Proxy(addEventListener as EventSource["addEventListener"], {
    apply(target, source: EventSource, args) {
      listen(source, String(args[0]));
      Reflect.apply(target, source, args);
    },
  });
  native.prototype.constructor = watched;
  globalThis.EventSource = watched;
}

watchSockets(globalThis.WebSocket);
watchEvents(globalThis.EventSource);
