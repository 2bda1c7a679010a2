import { EventEmitter } from "node:events";
import type { Home } from "../config/home.ts";
import { removeDescriptor } from "./descriptor.ts";
import { hasEnded, signalGroup } from "./processTable.ts";

/** A browser that the native door has started for the daemon that it starts too. */
export interface BegunBrowser {
  id: string;
  pid: number;
}

const LOOK_MS = 10;

/** As the door names it: `b-1234abcd:4711`. */
export function begunBrowser(named: string | undefined): BegunBrowser | undefined {
  const [, id, pid] = /^(b-[0-9a-f]{8}):(\d+)$/.exec(named ?? "") ?? [];
  return id === undefined ? undefined : { id, pid: Number(pid) };
}

/** Ends one that is not wanted, and clears away what there is of it. */
export function abandon(home: Home, { id, pid }: BegunBrowser): void {
  signalGroup(pid, "SIGKILL");
  removeDescriptor(home, id);
}

/** A process that is nobody's child here: only looking tells that it has ended, and nobody knows how. */
export class BegunProcess extends EventEmitter<{ exit: [code: undefined, signal: undefined]; error: [error: Error] }> {
  readonly pid: number;
  readonly #looking: NodeJS.Timeout;

  constructor(pid: number) {
    super();
    this.pid = pid;
    this.#looking = setInterval(() => {
      if (!hasEnded(pid)) return;
      this.leave();
      this.emit("exit", undefined, undefined);
    }, LOOK_MS);
  }

  leave(): void {
    clearInterval(this.#looking);
  }
}
