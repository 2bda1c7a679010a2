import { createHash } from "node:crypto";
import socketsSource from "drover:page/world/sockets";
import workerSource from "drover:page/world/worker";

/**
 * The name under which a tap is found. The page cannot guess it, and the next daemon finds the same one.
 * @param secret something that is the browser's alone, such as the id of a target
 */
export const tapKey = (tap: "sockets" | "worker", secret: string): string =>
  `_${createHash("sha256").update(`drover ${tap} ${secret}`).digest("hex").slice(0, 20)}`;

const withKey = (source: string, key: string) => source.replaceAll("__DROVER_TAP__", key);

export const socketTap = (key: string): string => withKey(socketsSource, key);
export const workerTap = (key: string): string => withKey(workerSource, key);
