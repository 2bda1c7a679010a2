/** What goes to a browser and comes from it, over whichever connection. */
import { DroverError } from "../protocol/errors.ts";
import { connectionLost } from "../remote/connectionLost.ts";
import type { SocketLink } from "../remote/link.ts";

/** An answer or an event, as both CDP and BiDi shape them. */
export interface ProtocolMessage {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  sessionId?: string;
  error?: unknown;
  message?: string;
  type?: string;
}

/** A command, as both shape it. */
export interface ProtocolCommand {
  id: number;
  method: string;
  params: unknown;
  sessionId?: string;
}

export interface ProtocolSocket {
  send(message: ProtocolCommand): void;
  close(): void;
  readonly open: boolean;
}

/** What is said of commands whose answer never came. */
export const lostError = (link: SocketLink | undefined): DroverError => (link ? connectionLost(link.name) : new DroverError("browser-gone", "the browser closed its connection", { hint: "It ended, or was ended, in the middle of this. Call again: a persistent session gets its browser anew, an incognito one is lost with it." }));
