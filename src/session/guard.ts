import type { PausedRequest } from "../engine/port.ts";
import { type GateRules, nameRefused, needsGate, type Refusal } from "../guard/gateRules.ts";
import { DroverError } from "../protocol/errors.ts";
import type { ActionWindow } from "./action/actionWindow.ts";
import { destinationOf, judgeDestination } from "./judgedAddress.ts";
import type { Interceptor } from "./interception.ts";
import type { SessionPart, TellOfAction } from "./part.ts";
import type { Session } from "./session.ts";

const MAX_TOLD = 5;
const MAX_PLACES = 200;

/** What keeps a session's traffic to its rules: the gate it is bound to or, in a browser that is not ours to bind, its requests. */
export class SessionGuard implements SessionPart {
  readonly #session: Session;
  readonly #admitted = new Set<string>();
  /** By place. */
  readonly #last = new Map<string, Refusal>();
  readonly #stops: (() => void)[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  begin(): void {
    const { gate } = this.#session.lease;
    if (!gate) return;
    const tell = (refusal: Refusal) => this.#refused(refusal);
    gate.events.on("refused", tell);
    this.#stops.push(() => gate.events.off("refused", tell));
  }

  end(): void {
    for (const stop of this.#stops) stop();
  }

  /** Somebody has approved an origin that is not on the allowlist. */
  admit(url: URL): void {
    this.#admitted.add(url.origin);
    this.#session.lease.gate?.admit(url);
  }

  /** Without a gate: every request that a page makes, each redirect anew. Sockets and some workers pass by. */
  get interceptor(): Interceptor | undefined {
    const rules = this.#session.plan.gate;
    if (!rules || this.#session.lease.gate || !needsGate(rules)) return undefined;
    return { patterns: ["http://*", "https://*"], decide: (request) => this.#judge(request, rules) };
  }

  async #judge(request: PausedRequest, rules: GateRules): Promise<boolean> {
    const destination = destinationOf(new URL(request.url));
    const reason = nameRefused(destination, rules, this.#admitted) ?? (rules.guard ? (await judgeDestination(destination, rules)).refused : undefined);
    if (!reason) return false;
    this.#refused({ at: Date.now(), place: `${destination.host}:${destination.port}`, because: "rules", reason });
    await request.abort();
    return true;
  }

  watchAction(window: ActionWindow): TellOfAction {
    const unmade = new Map<string, Refusal>();
    window.on("refused", (refusal) => unmade.set(refusal.place, refusal));
    return (outcome) => {
      if (unmade.size === 0) return {};
      // What a page loads from places that do not answer is told of with its other requests.
      const refused = [...unmade.values()].filter(({ because }) => because === "rules");
      const warnings = refused.slice(0, MAX_TOLD).map(({ place, reason }) => `The connection to ${place} was refused: ${reason}.`);
      if (refused.length > MAX_TOLD) warnings.push(`${refused.length - MAX_TOLD} further places were refused.`);
      const { documentRequest } = window;
      const refusal = documentRequest && unmade.get(placeOf(documentRequest.url));
      if (!refusal) return { warnings };
      const error = notLoaded(documentRequest.url, refusal);
      // A place that did not answer at first may have answered when it was asked again.
      if (refusal.because === "rules" || outcome === "failed") return { warnings, error };
      return { warnings: documentRequest.error === undefined ? warnings : [...warnings, `${error.message}.`] };
    };
  }

  /** Why a page was not loaded that was asked for since then. */
  refusalOf(address: string, since: number): DroverError | undefined {
    const refusal = this.#last.get(placeOf(address));
    return refusal && refusal.at >= since ? notLoaded(address, refusal) : undefined;
  }

  /** The last connection that was not made since then, wherever a redirect led. */
  lastUnmade(since: number): Refusal | undefined {
    return [...this.#last.values()].filter(({ at }) => at >= since).toSorted((a, b) => b.at - a.at)[0];
  }

  #refused(refusal: Refusal): void {
    if (this.#last.size >= MAX_PLACES) this.#last.clear();
    this.#last.set(refusal.place, refusal);
    this.#session.events.emit("refused", refusal);
  }
}

function placeOf(address: string): string {
  if (!URL.canParse(address)) return "";
  const { protocol, hostname, port } = new URL(address);
  return `${hostname.replace(/^\[|\]$/g, "")}:${port || (protocol === "https:" ? "443" : "80")}`;
}

const hints: Record<Refusal["because"], string> = {
  rules: "Whoever opened the session or set the lists can allow it: allowPrivate, allowedOrigins, blockedOrigins.",
  place: "Check the address, and whether its server runs.",
  proxy: "Check that it runs and lets you through. A session keeps the proxy that it was made with: another one needs a new session.",
};

const notLoaded = (address: string, { because, reason }: Refusal): DroverError =>
  because === "rules"
    ? new DroverError("refused", `${address} was not loaded: ${reason}`, { failure: { source: "drover" }, hint: hints.rules })
    : new DroverError("navigation-failed", `${address} could not be loaded: ${reason}`, { failure: { source: because === "place" ? "app" : "unknown", kind: `${because}-unreached` }, hint: hints[because] });
