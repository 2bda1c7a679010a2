import type { CdpAccess } from "../port.ts";
import type { CdpSession } from "./connection.ts";

/** The raw protocol of a target, for tools that declare it. */
export const cdpAccess = (session: CdpSession): CdpAccess => ({
  send: (method, params) => session.sendRaw(method, params),
  on: (event, listener) => {
    session.events.on(event, listener);
    return () => session.events.off(event, listener);
  },
});
