import { mayFail } from "../diagnosis/mayFail.ts";
import type { LiveFrame, LiveProblem, Watch } from "../protocol/messages.ts";
import type { CastFrame } from "../session/live/frameSource.ts";
import type { CastWish, Taking } from "../session/live/pageCast.ts";
import type { Session } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";
import type { Sessions } from "../session/sessions.ts";

/** A watcher that has not shown what it has gets no more. */
const MAX_UNSHOWN = 2;
/** Fifteen pictures a second follow a hand; a thumbnail only shows that something happens. */
const EVERY_MS = 66;
const THUMBNAIL_MS = 1000;

type Wanted = Omit<Watch, "type">;

interface ViewPlace {
  sessions: Sessions;
  mayWatch(session: Session): boolean;
  send(message: LiveFrame | LiveProblem): void;
}

const wishOf = ({ width, height, thumbnail }: Wanted): CastWish => ({ width: Math.ceil(width), height: Math.ceil(height), everyMs: thumbnail ? THUMBNAIL_MS : EVERY_MS });

/** What one watcher sees of a session: the page that it named, or whichever is active. Goes on by itself when the session comes back. */
class LiveView {
  readonly #place: ViewPlace;
  #wanted: Wanted;
  #session: Session | undefined;
  #page: SessionPage | undefined;
  #taking: Promise<Taking | undefined> | undefined;
  #frame = 0;
  #shown = 0;
  #stops: (() => void)[] = [];
  #problem = "";

  constructor(place: ViewPlace, wanted: Wanted) {
    this.#place = place;
    this.#wanted = wanted;
    this.look();
  }

  change(wanted: Wanted): void {
    this.#wanted = wanted;
    const taking = this.#taking;
    this.look();
    if (taking && taking === this.#taking) void taking.then((begun) => begun?.change(wishOf(wanted)));
  }

  /** Finds the page that is meant now; called again whenever that may be another one. */
  look(): void {
    const { session: id, page: wanted } = this.#wanted;
    const session = this.#place.sessions.peek(id);
    if (session !== this.#session) this.#follow(session);
    if (!session?.alive || !this.#place.mayWatch(session)) return this.#showNothing("session-not-found", `session "${id}" is not open`);
    const page = wanted === undefined ? session.activePage : session.pages().find((each) => each.id === wanted);
    if (!page || page.engine.closed) return this.#showNothing("page-closed", wanted === undefined ? "the session has no page" : "the page is gone");
    if (page.engine.crashed) return this.#showNothing("page-crashed", "the page has crashed");
    if (page === this.#page) return;
    this.#end();
    this.#problem = "";
    this.#page = page;
    const taking = this.#take(page, () => this.#taking === taking);
    this.#taking = taking;
  }

  ack(frame: number): void {
    this.#shown = Math.max(this.#shown, frame);
    if (this.#frame - this.#shown < MAX_UNSHOWN) void this.#taking?.then((taking) => taking?.goOn());
  }

  end(): void {
    this.#end();
    this.#follow(undefined);
  }

  async #take(page: SessionPage, isMeant: () => boolean): Promise<Taking | undefined> {
    const taking = await mayFail(page.parts.cast.take(wishOf(this.#wanted), (frame) => isMeant() && this.#show(page, frame)), "a page may close while it is watched");
    if (taking && !isMeant()) await taking.stop();
    return taking;
  }

  #show(page: SessionPage, { jpeg, ...shown }: CastFrame): void {
    const { view, session, width, height } = this.#wanted;
    const scale = Math.min(1, width / (shown.cssWidth || width), height / (shown.cssHeight || height));
    this.#frame++;
    if (this.#frame - this.#shown >= MAX_UNSHOWN) void this.#taking?.then((taking) => this.#frame - this.#shown >= MAX_UNSHOWN && taking?.pause());
    this.#place.send({ type: "frame", view, frame: this.#frame, session, page: page.id, width: Math.round(shown.cssWidth * scale), height: Math.round(shown.cssHeight * scale), ...shown, scale, format: "jpeg", data: jpeg });
  }

  #follow(session: Session | undefined): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#session = session;
    if (!session) return;
    const look = () => this.look();
    for (const event of ["activechanged", "pageopened", "pageclosed", "closed", "crashed", "navigated"] as const) {
      session.events.on(event, look);
      this.#stops.push(() => session.events.off(event, look));
    }
    const { events } = session.lease.browser;
    events.on("disconnected", look);
    this.#stops.push(() => events.off("disconnected", look));
  }

  #showNothing(error: string, message: string): void {
    this.#end();
    if (this.#problem === message) return;
    this.#problem = message;
    this.#place.send({ type: "problem", about: "watch", view: this.#wanted.view, session: this.#wanted.session, error, message });
  }

  #end(): void {
    const taking = this.#taking;
    this.#taking = undefined;
    this.#page = undefined;
    if (taking) void taking.then((begun) => begun && mayFail(begun.stop(), "a page may close while it is watched"));
  }
}

/** The views of one client, until its connection ends. */
export class LiveViews {
  readonly #place: ViewPlace;
  readonly #views = new Map<number, LiveView>();

  constructor(place: ViewPlace, until: AbortSignal) {
    this.#place = place;
    // Sessions that open now may be what a view waits for; they have no pages yet.
    place.sessions.each((session) => session.events.once("opened", () => this.#lookAgain()), until);
    until.addEventListener("abort", () => this.#endAll(), { once: true });
  }

  watch({ type: _, ...wanted }: Watch): void {
    const known = this.#views.get(wanted.view);
    if (known) known.change(wanted);
    else this.#views.set(wanted.view, new LiveView(this.#place, wanted));
  }

  unwatch(view: number): void {
    this.#views.get(view)?.end();
    this.#views.delete(view);
  }

  ack(view: number, frame: number): void {
    this.#views.get(view)?.ack(frame);
  }

  #lookAgain(): void {
    for (const view of this.#views.values()) view.look();
  }

  #endAll(): void {
    for (const view of this.#views.values()) view.end();
    this.#views.clear();
  }
}
