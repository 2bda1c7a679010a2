import type net from "node:net";

/** Two connections become one. What one side has sent reaches the other before it is closed; what broke there breaks here. */
export function join(one: net.Socket, other: net.Socket): void {
  for (const [from, to] of [[one, other], [other, one]] as const) {
    from.pipe(to);
    from.on("close", () => (from.readableEnded ? to.destroySoon() : to.resetAndDestroy()));
  }
}
