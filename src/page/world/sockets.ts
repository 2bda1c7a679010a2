/**
 * Runs in the page's own world (and in its workers) before any other script. It keeps hold of the sockets that the page
 * opens, so that Drover can send on them and rewrite what they receive. Until a rule is set it does nothing else.
 */
import type { SocketRule, SocketTap } from "./tapApi.ts";

/** Replaced with a name that no page can guess. */
const KEY = "__DROVER_TAP__";

interface Opened {
  socket: WeakRef<WebSocket>;
  /** Epoch milliseconds, to put the sockets of several frames in order. */
  at: number;
}

/** A list that only grows is looked through for dead sockets when it has doubled. */
const SWEEP_AT = 64;

function install(): void {
  const scope = globalThis as unknown as Record<string, unknown>;
  const native = globalThis.WebSocket;
  if (!native || KEY in scope) return;
  const { send } = native.prototype;
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const rewritten = new WeakSet<Event>();
  let opened: Opened[] = [];
  let rules: SocketRule[] = [];
  let sweepAt = SWEEP_AT;

  const live = () =>
    opened.flatMap(({ socket, at }) => {
      const found = socket.deref();
      return found && found.readyState !== native.CLOSED ? [{ socket: found, at }] : [];
    });

  const received = (event: Event) => {
    if (rules.length === 0 || rewritten.has(event)) return;
    const { data, origin, lastEventId } = event as MessageEvent;
    const socket = event.currentTarget as WebSocket;
    const rule = rules.find(({ source }) => new RegExp(source).test(socket.url));
    if (!rule) return;
    if (rule.response === "echo") {
      send.call(socket, data);
      return;
    }
    event.stopImmediatePropagation();
    if (rule.response === "drop") return;
    const replacement = new MessageEvent("message", { data: rule.response.data, origin, lastEventId });
    rewritten.add(replacement);
    dispatchEvent.call(socket, replacement);
  };

  const tapped = new Proxy(native, {
    construct(target, args, newTarget) {
      const socket = Reflect.construct(target, args, newTarget === tapped ? target : newTarget) as WebSocket;
      opened.push({ socket: new WeakRef(socket), at: performance.timeOrigin + performance.now() });
      if (opened.length >= sweepAt) {
        opened = opened.filter(({ socket: each }) => (each.deref()?.readyState ?? native.CLOSED) !== native.CLOSED);
        sweepAt = Math.max(SWEEP_AT, opened.length * 2);
      }
      // Sockets call their listeners in the order they were added: this one is the first.
      addEventListener.call(socket, "message", received);
      return socket;
    },
  });
  native.prototype.constructor = tapped;
  globalThis.WebSocket = tapped;

  const tap: SocketTap = {
    list: () => live().map(({ socket, at }) => ({ url: socket.url, at })),
    send: (index, data, base64) => {
      const socket = live()[index]?.socket;
      if (socket?.readyState !== native.OPEN) return false;
      send.call(socket, base64 ? Uint8Array.from(atob(data), (char) => char.charCodeAt(0)) : data);
      return true;
    },
    setRules: (given) => {
      rules = given;
    },
  };
  Object.defineProperty(scope, KEY, { value: tap, configurable: true });
}

install();
