import { settled } from "../diagnosis/settled.ts";
import { settledWithin } from "../diagnosis/settledWithin.ts";
import { mayFail } from "../diagnosis/mayFail.ts";
import { type BrowserDescriptor, isAlive, isReachable, loadDescriptors, saveDescriptor } from "../browser/descriptor.ts";
import { isPipe } from "../browser/debuggingPipe.ts";
import { LaunchTurn } from "../browser/launchTurn.ts";
import { hasEnded } from "../browser/processTable.ts";
import { stopBrowser } from "../browser/stopBrowser.ts";
import type { OpenGate } from "../guard/gateThread.ts";
import type { GateRules } from "../guard/gateRules.ts";
import type { Home } from "../config/home.ts";
import type { Endpoint } from "../config/endpoint.ts";
import type { FarBrowsers, FarHold } from "../remote/farBrowsers.ts";
import type { SocketLink } from "../remote/link.ts";
import type { EngineBrowser, EngineContext, EngineName, EnginePage, KnownPage } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import { fits, launchFor, poolKey, suits } from "./launchFor.ts";
import { PageOwners } from "./pageOwners.ts";
import type { SessionPlan } from "./plan.ts";
import type { Session } from "./session.ts";
import type { SessionRecord } from "./sessionStore.ts";

/** How the daemon reaches a browser of either engine. Given from outside: sessions do not know the engines. */
export type ConnectBrowser = (address: {
  /** Of a browser that is ours, the same for each daemon that it has. */
  id?: string;
  engine: EngineName;
  endpoint: string | SocketLink;
  marionettePort?: number;
  /** Of a Firefox of ours: the pipe of its keeper. */
  keeper?: string;
  /** Of a Firefox whose WebDriver session somebody else began: as it names itself. */
  begun?: string;
  /** Somebody else's browser: nothing in it is changed that nobody asked for. */
  foreign?: boolean;
}) => Promise<EngineBrowser>;

interface PooledBrowser {
  browser: EngineBrowser;
  /** Absent for a browser that somebody else started. */
  descriptor?: BrowserDescriptor;
  owners: Map<string, PageOwners>;
  /** Leases on the way to their session: nobody's yet, but the browser must not end under them. */
  joining: number;
  /** It was started for this lease and still has only its first blank tab. */
  fresh: boolean;
  /** Of a browser that was started bound to it. */
  gate?: OpenGate | undefined;
  /** Of its incognito contexts. */
  contextGates: Set<OpenGate>;
  /** Of a browser elsewhere. */
  far?: FarHold;
  warnings: string[];
}

/** What a lease needs to know beyond the plan: where the endpoint is, and who waits. */
export interface Approach {
  endpoint?: Endpoint | undefined;
  signal?: AbortSignal | undefined;
  tell?: ((message: string) => void) | undefined;
}

/** The pages that a session had under an earlier daemon. */
export interface PagesHad {
  pageIds: readonly string[];
  pageKeys?: readonly KnownPage[];
  /** No other session can have had pages in the same context. */
  sole: boolean;
}

/** A session's hold on a browser. The last one to let go ends it, unless it is attached. */
export interface BrowserLease {
  readonly browser: EngineBrowser;
  readonly context: EngineContext;
  readonly descriptor: BrowserDescriptor | undefined;
  /** Of a browser elsewhere. */
  readonly far: FarHold | undefined;
  /** What its traffic passes, if there are rules for it. */
  readonly gate: OpenGate | undefined;
  /** False as soon as the browser's process has ended, even before its connection closes. */
  readonly alive: boolean;
  /** True when a browser that was already running is used. */
  readonly reused: boolean;
  readonly warnings: string[];
  /** Everyone with pages in the same context. */
  readonly sessions: ReadonlySet<Session>;
  /** Makes the session an owner and gives it the pages it had or, if it is new, those nobody has. */
  join(session: Session, had?: PagesHad): Promise<void>;
  newPage(session: Session): Promise<EnginePage>;
  /** A Grid holds the line open when the browser behind it is gone: one that is silent is asked about, and let go when the far side has it no more. */
  lookAfter(): Promise<void>;
  /**
   * Closes what is the session's own, and the browser when nobody else has it; `needed`: another session will come back to it; `silent`: the
   * browser does not answer. Resolves with what could not be closed or removed. When it throws, the browser is still there.
   */
  release(session: Session, options: { needed: boolean; silent: boolean }): Promise<string[]>;
}

const UNCLAIMED_MS = 20_000;

/** How long a browser elsewhere may be silent before the far side is asked about it. */
const FAR_ANSWER_MS = 1500;

/** How long a browser that answers may take to close what it is told to. */
const CLOSE_MS = 5000;

/** The browsers this daemon holds, shared by key: a profile, the incognito browser of a kind, or an endpoint. */
export class BrowserPool {
  readonly #home: Home;
  readonly #connect: ConnectBrowser;
  readonly #turn: LaunchTurn;
  readonly #browsers = new Map<string, Promise<PooledBrowser>>();
  /** Those of the descriptors that this daemon drives: another session may want one otherwise, and then needs one of its own. */
  readonly #held = new Set<string>();
  #far: FarBrowsers | undefined;
  /** Browsers on their way out, by the id of their descriptor: they still answer and must not be adopted. */
  readonly #ending = new Map<string, Promise<void>>();

  constructor(home: Home, connect: ConnectBrowser) {
    this.#home = home;
    this.#connect = connect;
    this.#turn = new LaunchTurn(home);
    setTimeout(() => void this.#endUnclaimed(), UNCLAIMED_MS).unref();
  }

  get size(): number {
    return this.#browsers.size;
  }

  async lease(plan: SessionPlan, had: ContextHad = {}, approach: Approach = {}): Promise<BrowserLease> {
    const key = poolKey(plan);
    const running = this.#browsers.get(key);
    const pooling = running ?? this.#add(key, () => this.#start(plan, had, approach));
    const pooled = await pooling;
    // The last session may have let go of it meanwhile: then it is ending, though it still answers.
    const current = this.#browsers.get(key) === pooling;
    if (current && isUp(pooled)) return this.#leaseOn(key, pooled, plan, running !== undefined, had);
    if (current) this.#browsers.delete(key);
    return this.lease(plan, had, approach);
  }

  /** Is the browser that was described under this id still the same running process? */
  runs(browserId: string | undefined): boolean {
    return loadDescriptors(this.#home).some((descriptor) => descriptor.id === browserId && isAlive(descriptor));
  }

  /** Ends what a session left in a running browser, when it could not be taken over; the browser too, when nobody else needs it. */
  async discard({ plan, contextId, browserId, far }: Pick<SessionRecord, "plan" | "contextId" | "browserId" | "far">, { needed, endpoint }: { needed: boolean; endpoint?: Endpoint | undefined }): Promise<void> {
    if (plan.on?.owned) {
      if (endpoint && far) await (await import("../remote/farBrowsers.ts")).endFar(endpoint, plan.on.kind, far);
      return;
    }
    const descriptor = loadDescriptors(this.#home).find(({ id }) => id === browserId);
    if (descriptor && !needed && !this.#browsers.has(poolKey(plan))) return stopBrowser(this.#home, descriptor, { silent: true });
    if (plan.mode !== "incognito" || contextId === undefined) return;
    const pooling = this.#browsers.get(poolKey(plan));
    const pooled = pooling && (await mayFail(pooling, "a browser that does not start has nothing to clear away"));
    const context = await pooled?.browser.findContext(contextId);
    await context?.close();
  }

  /** Lets go of every browser and leaves those that sessions have running: the daemon is going away. */
  async disconnectAll(): Promise<void> {
    await this.#endUnclaimed();
    const all = await Promise.allSettled(this.#browsers.values());
    this.#browsers.clear();
    await Promise.allSettled(all.map((each) => (each.status === "fulfilled" ? each.value.browser.disconnect() : undefined)));
  }

  #add(key: string, start: () => Promise<PooledBrowser>): Promise<PooledBrowser> {
    const pooled = start();
    this.#browsers.set(key, pooled);
    pooled.then(
      ({ browser, descriptor, gate, contextGates, far }) =>
        browser.events.once("disconnected", () => {
          if (far) this.#far?.letGo(far);
          if (this.#browsers.get(key) === pooled) this.#browsers.delete(key);
          for (const each of [...contextGates, ...(gate ? [gate] : [])]) each.close();
          if (descriptor) this.#held.delete(descriptor.id);
          // It died: what is left of its processes and its temporary profile goes too.
          if (descriptor && !isAlive(descriptor)) void stopBrowser(this.#home, descriptor);
        }),
      () => this.#browsers.delete(key),
    );
    return pooled;
  }

  /** Attaches, adopts what runs already, or launches. */
  async #start(plan: SessionPlan, had: ContextHad, approach: Approach): Promise<PooledBrowser> {
    if (plan.on) return this.#startElsewhere(plan, had, approach);
    if (plan.mode === "attached") {
      const browser = await this.#connect({ engine: engineOfPlan(plan), endpoint: plan.endpoint ?? "", foreign: true });
      return { browser, owners: new Map(), contextGates: new Set(), joining: 0, fresh: false, warnings: [] };
    }
    return this.#turn.run(async () => {
      const pooled = (await this.#adopt(plan)) ?? (await this.#launch(plan));
      if (pooled.descriptor) this.#held.add(pooled.descriptor.id);
      return pooled;
    });
  }

  /** Asks an endpoint for a browser, or for the one that the session had there. */
  async #startElsewhere(plan: SessionPlan, { far: had }: ContextHad, { endpoint, signal, tell = () => undefined }: Approach): Promise<PooledBrowser> {
    const { on } = plan;
    if (!on || !endpoint) throw new DroverError("session-lost", `session "${plan.id}" is on the endpoint "${on?.name}", which has that name no more`, { hint: `A person names it again: drover endpoint add ${on?.name} …, or closes the session.` });
    const far = await this.#farBrowsers();
    const engine = engineOfPlan(plan);
    const hold = had && on.owned ? await far.again(endpoint, on.kind, had, plan.id) : await far.open(endpoint, on.kind, { engine, browser: plan.browser, headless: plan.headless, session: plan.id, signal, tell });
    try {
      const { product } = hold.ref;
      const browser = await this.#connect({ engine, endpoint: hold.link, ...(product !== undefined && { begun: product }), foreign: !on.owned });
      return { browser, far: hold, owners: new Map(), contextGates: new Set(), joining: 0, fresh: on.owned && !had, warnings: [...(browser.warnings ?? [])] };
    } catch (thrown) {
      if (had) far.letGo(hold);
      else await mayFail(far.end(hold), "a browser that could not be connected to is given back as far as possible");
      throw thrown;
    }
  }

  /** Loaded by the first session whose browser is elsewhere. */
  async #farBrowsers(): Promise<FarBrowsers> {
    const { FarBrowsers } = await import("../remote/farBrowsers.ts");
    return (this.#far ??= new FarBrowsers());
  }

  async #adopt(plan: SessionPlan): Promise<PooledBrowser | undefined> {
    for (const descriptor of loadDescriptors(this.#home)) {
      if (!suits(descriptor, plan)) continue;
      const ending = this.#ending.get(descriptor.id);
      if (ending) {
        // Its profile is free only when it is gone; an incognito session simply gets a browser of its own.
        if (plan.mode === "persistent") await ending;
        continue;
      }
      if (this.#held.has(descriptor.id)) continue;
      if (descriptor.unclaimed) {
        if (fits(descriptor, plan)) return this.#claim(descriptor, descriptor.unclaimed);
        await stopBrowser(this.#home, descriptor);
      } else if (isAlive(descriptor) && (await isReachable(descriptor))) {
        const gate = await this.#gateOf(plan, descriptor);
        const browser = await this.#connect(descriptor);
        return { browser, descriptor, owners: new Map(), contextGates: new Set(), joining: 0, fresh: false, gate, warnings: [...(browser.warnings ?? [])] };
      }
      if (!isAlive(descriptor)) await stopBrowser(this.#home, descriptor);
    }
    return undefined;
  }

  /** Takes over a browser that a client has started for this daemon. */
  #claim({ unclaimed: _, ...descriptor }: BrowserDescriptor, warnings: string[]): Promise<PooledBrowser> {
    saveDescriptor(this.#home, descriptor);
    return this.#connectFresh(descriptor, warnings);
  }

  /** A client that was wrong about the browser it was going to need, or died, leaves one that nobody wants. */
  async #endUnclaimed(): Promise<void> {
    const unclaimed = loadDescriptors(this.#home).filter((descriptor) => descriptor.unclaimed);
    await Promise.allSettled(unclaimed.map((descriptor) => stopBrowser(this.#home, descriptor)));
  }

  async #launch(plan: SessionPlan): Promise<PooledBrowser> {
    const gate = plan.gate && plan.mode === "persistent" ? await openGate(plan.gate) : undefined;
    try {
      const { descriptor, warnings } = await launchFor(this.#home, plan, gate?.address);
      return { ...(await this.#connectFresh(descriptor, warnings)), gate };
    } catch (thrown) {
      gate?.close();
      throw thrown;
    }
  }

  /** The gate of a browser that outlived the daemon which had opened it. */
  async #gateOf({ gate, mode }: SessionPlan, { gatePort }: BrowserDescriptor): Promise<OpenGate | undefined> {
    return gate && mode === "persistent" && gatePort !== undefined ? openGate(gate, gatePort) : undefined;
  }

  async #connectFresh(descriptor: BrowserDescriptor, warnings: string[]): Promise<PooledBrowser> {
    try {
      const browser = await this.#connect(descriptor);
      return { browser, descriptor, owners: new Map(), contextGates: new Set(), joining: 0, fresh: true, warnings };
    } catch (cause) {
      await stopBrowser(this.#home, descriptor);
      throw cause;
    }
  }

  async #leaseOn(
    key: string,
    pooled: PooledBrowser,
    plan: SessionPlan,
    reused: boolean,
    had: ContextHad,
  ): Promise<BrowserLease> {
    const { browser, descriptor } = pooled;
    refuseOtherGate(plan, pooled);
    pooled.joining++;
    const { context, gate = pooled.gate } = await contextFor(pooled, plan, had).catch((thrown: unknown) => {
      pooled.joining--;
      throw thrown;
    });
    const warnings = [...pooled.warnings];
    pooled.warnings = [];
    if (descriptor && plan.mode === "persistent" && descriptor.headless !== plan.headless)
      warnings.push(
        `The profile's browser is already running ${descriptor.headless ? "headless" : "with a window"}; it was reused as it is.`,
      );
    if (descriptor && plan.mode === "persistent" && plan.port !== undefined && isPipe(descriptor.endpoint))
      warnings.push("The profile's browser is already running without a debugging port; it was reused as it is. Close its sessions to start it with one.");
    if (plan.gate && !gate)
      warnings.push("This browser was not started by Drover for these rules: origins are judged for each request of a page, but sockets and some workers pass by.");
    const owners = pooled.owners.get(context.id ?? "") ?? new PageOwners(context);
    pooled.owners.set(context.id ?? "", owners);
    const fresh = pooled.fresh;
    pooled.fresh = false;
    return {
      browser,
      context,
      descriptor,
      far: pooled.far,
      gate,
      get alive() {
        return isUp(pooled);
      },
      reused: reused || !fresh,
      warnings,
      sessions: owners.sessions,
      join: async (session, had) => {
        owners.join(session);
        pooled.joining--;
        if (had?.pageKeys) context.recognise?.(had.pageKeys, { sole: had.sole });
        const first = owners.sessions.size === 1;
        if (had) await owners.take(session, (page) => had.pageIds.includes(page.id));
        else if (first && (fresh || plan.mode === "attached")) await owners.take(session, () => true);
      },
      newPage: (session) => owners.newPage(session),
      lookAfter: async () => {
        const { far } = pooled;
        if (!far?.owns || !browser.connected || (await browser.answers(FAR_ANSWER_MS))) return;
        if (browser.connected && !(await this.#far?.has(far))) await browser.disconnect();
      },
      release: async (session, { needed, silent }) => {
        owners.leave(session);
        if (gate && pooled.contextGates.delete(gate)) gate.close();
        if (!browser.connected) {
          if (pooled.far?.owns && !needed) await this.#endFar(pooled.far);
          return [];
        }
        const closing = plan.mode === "incognito" && !plan.on?.owned ? context.close() : undefined;
        const closed = !closing || (!silent && (await settledWithin(CLOSE_MS, closing)));
        if (closed) await closing;
        else void settled(closing);
        if (!needed && isIdle(pooled)) {
          this.#browsers.delete(key);
          return this.#end(pooled, silent || !closed);
        }
        const pages = plan.mode === "persistent" ? Promise.allSettled(session.pages().map((page) => page.engine.close())) : Promise.resolve();
        return closed && (await settledWithin(silent ? 0 : CLOSE_MS, pages)) ? [] : ["The browser, which other sessions have too, does not answer: this session's pages close when it does."];
      },
    };
  }

  /** Resolves with what could not be removed. */
  async #end({ browser, descriptor, gate, far }: PooledBrowser, silent: boolean): Promise<string[]> {
    gate?.close();
    if (!descriptor) {
      await settledWithin(CLOSE_MS, browser.disconnect());
      return far ? this.#endFar(far) : [];
    }
    const ended = this.#stop(browser, descriptor, silent);
    this.#ending.set(descriptor.id, settled(ended));
    return ended.finally(() => this.#ending.delete(descriptor.id));
  }

  /** Resolves with what the far side did not do. */
  async #endFar(hold: FarHold): Promise<string[]> {
    try {
      await this.#far?.end(hold);
      return [];
    } catch (thrown) {
      return [`The session is closed here, but its browser could not be given back: ${(thrown as Error).message}`];
    }
  }

  async #stop(browser: EngineBrowser, descriptor: BrowserDescriptor, silent: boolean): Promise<string[]> {
    // Told in any case: one that thaws then ends in good order.
    const answered = await settledWithin(silent ? 0 : CLOSE_MS, browser.close());
    try {
      await stopBrowser(this.#home, descriptor, { silent: !answered });
      return [];
    } catch (thrown) {
      if (isAlive(descriptor)) throw thrown;
      return [`The browser has ended, but what it left could not be removed: ${(thrown as Error).message}`];
    }
  }
}

/** Loaded by the first session that has rules. A port that somebody else has taken meanwhile is not waited for. */
async function openGate(rules: GateRules, port?: number): Promise<OpenGate> {
  const { openGateInThread } = await import("../guard/gateThread.ts");
  try {
    return await openGateInThread(rules, port);
  } catch (cause) {
    throw new DroverError("session-lost", `another program listens on port ${port}, where this session's browser looks for its guard`, {
      cause,
      hint: "Close the session and open it again; its browser reaches nothing meanwhile.",
      failure: { source: "drover" },
    });
  }
}

/** A profile's browser has one gate: sessions that share it have the same rules. */
function refuseOtherGate(plan: SessionPlan, { gate }: PooledBrowser): void {
  const bound = gate && JSON.stringify(gate.rules);
  const mustBind = plan.gate && (plan.gate.guard || plan.gate.proxy !== undefined || gate !== undefined);
  if (plan.mode !== "persistent" || !mustBind || bound === JSON.stringify(plan.gate)) return;
  throw new DroverError("profile-in-use", `the browser of profile "${plan.profile}" already runs ${gate ? "with another guard, proxy or origin list" : "without a guard or proxy"}`, {
    hint: "Close the sessions that use it, choose another profile, or open an incognito session.",
  });
}

const isUp = ({ browser, descriptor }: PooledBrowser): boolean => browser.connected && !(descriptor && hasEnded(descriptor.pid));

const isIdle = ({ joining, owners }: PooledBrowser): boolean =>
  joining === 0 && [...owners.values()].every(({ sessions }) => sessions.size === 0);

const engineOfPlan = (plan: SessionPlan): EngineName => (plan.browser === "firefox" ? "firefox" : "chromium");

interface ContextHad {
  contextId?: string | undefined;
  far?: FarHold["ref"] | undefined;
  gatePort?: number | undefined;
}

async function contextFor({ browser, contextGates }: PooledBrowser, plan: SessionPlan, { contextId, gatePort }: ContextHad): Promise<{ context: EngineContext; gate?: OpenGate }> {
  // A browser that is this session's alone is forgotten as a whole; providers show and film what is in its first context.
  if (plan.mode !== "incognito" || plan.on?.owned) return { context: browser.defaultContext };
  const gate = plan.gate && plan.on === undefined ? await openGate(plan.gate, contextId === undefined ? undefined : gatePort) : undefined;
  if (gate) contextGates.add(gate);
  const context = contextId === undefined ? await browser.createContext({ ...(gate && { proxy: gate.address }), ...(plan.ignoreTlsErrors && { anyCertificate: true }) }) : await browser.findContext(contextId);
  if (context) return { context, ...(gate && { gate }) };
  if (gate && contextGates.delete(gate)) gate.close();
  throw new DroverError("session-lost", `session "${plan.id}" was incognito and its browser is gone`, {
    hint: "Open it again with open_session; its cookies and pages are lost.",
    failure: { source: "drover" },
  });
}
