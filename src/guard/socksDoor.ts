import net from "node:net";
import type { Duplex } from "node:stream";
import ipaddr from "ipaddr.js";
import type { Place, TunnelAnswers } from "./gateRules.ts";
import { readExactly } from "./readExactly.ts";
import { readPlace } from "./readPlace.ts";

const VERSION = 5;
const NO_LOGIN = 0;
const CONNECT = 1;

/** Answers to a wish (RFC 1928). Browsers take "unreachable" for the destination's fault, and everything else for the proxy's. */
const replies = { granted: 0, unreachable: 4, badCommand: 7 };

export const socksAnswers: TunnelAnswers = { open: reply(replies.granted), refused: reply(replies.unreachable), unreached: reply(replies.unreachable) };

/** Where a browser wants to go, asked for in SOCKS 5; undefined when it was something else, which has been answered. */
export async function readWish(socket: Duplex): Promise<Place | undefined> {
  const greeting = await readExactly(socket, 2);
  if (greeting?.[0] !== VERSION) return void socket.destroy();
  const logins = await readExactly(socket, greeting[1]!);
  if (!logins?.includes(NO_LOGIN)) return void socket.end(Buffer.from([VERSION, 0xff]));
  socket.write(Buffer.from([VERSION, NO_LOGIN]));
  const wish = await readExactly(socket, 4);
  if (!wish) return void socket.destroy();
  const host = await readHost(socket, wish[3]!);
  const port = await readExactly(socket, 2);
  const place = host !== undefined && port && readPlace(`${host}:${port.readUInt16BE()}`);
  if (place && wish[1] === CONNECT) return place;
  return void socket.end(reply(wish[1] === CONNECT ? replies.unreachable : replies.badCommand));
}

async function readHost(socket: Duplex, kind: number): Promise<string | undefined> {
  if (kind === 3) {
    const size = (await readExactly(socket, 1))?.[0];
    const name = size ? (await readExactly(socket, size))?.toString("latin1") : undefined;
    return name !== undefined && net.isIPv6(name) ? `[${name}]` : name;
  }
  const bytes = kind === 1 || kind === 4 ? await readExactly(socket, kind === 1 ? 4 : 16) : undefined;
  if (!bytes) return undefined;
  return kind === 1 ? bytes.join(".") : `[${ipaddr.fromByteArray([...bytes]).toString()}]`;
}

function reply(code: number): Buffer {
  return Buffer.from([VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}
