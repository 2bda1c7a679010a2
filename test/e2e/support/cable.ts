import net, { type AddressInfo, type Socket } from "node:net";

/** A line between a daemon and a browser elsewhere: it can be long, and it can be cut. */
export class Cable implements AsyncDisposable {
  readonly port: number;
  /** Each way. */
  delayMs = 0;
  /** Nothing arrives while it is. */
  held = false;
  /** There and back: how often something was sent after an answer had come. */
  trips = 0;
  #awaitsAnswer = false;
  #whenCarrying: (() => void)[] = [];
  readonly #server: net.Server;
  readonly #ends = new Set<Socket>();
  #open = true;

  private constructor(server: net.Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async to(port: number, host = "127.0.0.1"): Promise<Cable> {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const cable = new Cable(server);
    server.on("connection", (near) => cable.#join(near, net.connect(port, host)));
    return cable;
  }

  /** Both sides see their connection break; `repaired` lets new ones through. */
  cut({ repaired }: { repaired: boolean }): void {
    this.#open = repaired;
    for (const end of this.#ends) end.resetAndDestroy();
  }

  startCounting(): void {
    this.trips = 0;
    this.#awaitsAnswer = false;
  }

  /** Resolves when something is sent next. */
  carrying(): Promise<void> {
    return new Promise((resolve) => this.#whenCarrying.push(resolve));
  }

  repair(): void {
    this.#open = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut({ repaired: false });
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket, far: Socket): void {
    if (!this.#open) {
      near.resetAndDestroy();
      far.destroy();
      return;
    }
    near.on("data", () => {
      if (!this.#awaitsAnswer) this.trips++;
      this.#awaitsAnswer = true;
      for (const tell of this.#whenCarrying.splice(0)) tell();
    });
    this.#carry(near, far, () => undefined);
    this.#carry(far, near, () => {
      this.#awaitsAnswer = false;
    });
  }

  #carry(from: Socket, to: Socket, delivered: () => void): void {
    this.#ends.add(from);
    from.setNoDelay(true);
    from.on("data", (data) =>
      this.#later(() => {
        to.write(data);
        delivered();
      }),
    );
    from.on("end", () => this.#later(() => to.end()));
    from.on("error", () => to.destroy());
    from.on("close", () => this.#ends.delete(from));
  }

  #later(deliver: () => void): void {
    if (this.held) return;
    if (this.delayMs === 0) deliver();
    else setTimeout(deliver, this.delayMs);
  }
}
