import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { ifPresent } from "../diagnosis/ifPresent.ts";

const UID = 7;
/** Nothing is kept from it, and some systems have it carry what comes from the person's own desktop (WSL). */
const ROOT = 0;

/**
 * Does the program at the other end belong to the same user? A port on loopback answers everybody, and neither browser can
 * be told to show a password to a proxy without being asked first in each page. Linux says whose each connection is; where
 * the system does not, everybody's are taken.
 */
export function isOwnPeer({ remotePort, localPort }: Socket): boolean {
  if (process.platform !== "linux") return true;
  const table = ifPresent(() => readFileSync("/proc/net/tcp", "latin1"), "the table of connections cannot be read; whose they are is not known", "");
  const ends = `0100007F:${hex(remotePort)} 0100007F:${hex(localPort)} `;
  const start = table.indexOf(ends);
  if (start < 0) return table === "";
  const line = table.slice(table.lastIndexOf("\n", start) + 1, table.indexOf("\n", start));
  const uid = Number(line.trim().split(/\s+/)[UID]);
  return uid === ROOT || uid === process.getuid?.();
}

const hex = (port: number | undefined): string => (port ?? 0).toString(16).toUpperCase().padStart(4, "0");
