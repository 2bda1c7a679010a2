/** What to do with frames that arrive on sockets whose URL matches `source`, a regular expression. */
export interface SocketRule {
  source: string;
  response: "drop" | "echo" | { data: string };
}

/** What `sockets.ts` leaves in a page for Drover. Sockets are counted in the order they were opened, closed ones left out. */
export interface SocketTap {
  list(): { url: string; at: number }[];
  /** False when the socket is not open. */
  send(index: number, data: string, base64: boolean): boolean;
  setRules(rules: SocketRule[]): void;
}

/** What `socketFrames.ts` tells of a page's sockets and server-sent events, as it happens. */
export type SocketReport = { id: string; ts: number } & (
  | { event: "opened"; url: string }
  | { event: "ready" }
  | { event: "closed" }
  | {
      event: "frame";
      url: string;
      dir: "sent" | "recv";
      kind: "ws" | "sse";
      /** Text, or base64 when `binary`. */
      payload: string;
      binary?: true;
      /** Of a server-sent event. */
      name?: string;
    }
);
