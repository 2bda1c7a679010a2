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
    this.#refused({ at: Date.now(), place: `${destination.host}:${destination.port}`, reason });
    await request.abort();
    return true;
  }

  watchAction(window: ActionWindow): TellOfAction {
    const refusals = new Map<string, string>();
    window.on("refused", ({ place, reason }) => refusals.set(place, reason));
    return () => {
      if (refusals.size === 0) return {};
      const warnings = [...refusals].slice(0, MAX_TOLD).map(([place, reason]) => `The connection to ${place} was refused: ${reason}.`);
      if (refusals.size > MAX_TOLD) warnings.push(`${refusals.size - MAX_TOLD} further places were refused.`);
      const { documentRequest } = window;
      const reason = documentRequest && refusals.get(placeOf(documentRequest.url));
      return { warnings, ...(reason && { error: refusedPage(documentRequest.url, reason) }) };
    };
  }

  /** Why a page was not loaded that was asked for since then. */
  refusalOf(address: string, since: number): DroverError | undefined {
    const refusal = this.#last.get(placeOf(address));
    return refusal && refusal.at >= since ? refusedPage(address, refusal.reason) : undefined;
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

const refusedPage = (address: string, reason: string): DroverError =>
  new DroverError("refused", `${address} was not loaded: ${reason}`, {
    failure: { source: "drover" },
    hint: "Whoever opened the session or set the lists can allow it: allowPrivate, allowedOrigins, blockedOrigins.",
  });
