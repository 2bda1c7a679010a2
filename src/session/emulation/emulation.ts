import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EnginePage } from "../../engine/port.ts";
import type { Session } from "../session.ts";
import type { Standing } from "../standing.ts";
import { Clock } from "./clock.ts";
import { Device } from "./device.ts";
import { Randomness } from "./randomness.ts";

/** What a session's pages take for real and is not. */
export class SessionEmulation {
  readonly device: Device;
  readonly clock: Clock;
  readonly randomness: Randomness;

  constructor(session: Session) {
    const pages = () => session.pages().map((page) => page.engine);
    const changed = () => void session.events.emit("standingchanged");
    this.device = new Device({ context: session.context, pages, changed, userAgent: session.plan.userAgent });
    this.clock = new Clock(pages, changed);
    this.randomness = new Randomness(pages, changed);
    session.events.on("pageclosed", () => void mayFail(this.device.pageClosed(), "the browser may go away with its last page"));
  }

  get saved(): Pick<Standing, "device" | "clockMs" | "seed"> {
    return { device: this.device.saved, clockMs: this.clock.stoppedAt, seed: this.randomness.seed };
  }

  /** To be called before there are pages: each of them is set up with it, whether this has resolved or not. */
  async restore({ device, clockMs, seed }: Pick<Standing, "device" | "clockMs" | "seed">): Promise<void> {
    await Promise.all([
      device && this.device.restore(device),
      clockMs !== undefined && this.clock.restore(clockMs),
      seed !== undefined && this.randomness.restore(seed),
    ]);
  }

  async prepare(page: EnginePage): Promise<void> {
    await Promise.all([this.device.prepare(page), this.clock.prepare(page), this.randomness.prepare(page)]);
  }
}
