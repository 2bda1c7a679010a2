import { settled } from "../diagnosis/settled.ts";
import { settledWithin } from "../diagnosis/settledWithin.ts";
import { mayFail } from "../diagnosis/mayFail.ts";
import { mergeConfig, sessionConfigSchema, type Config } from "../config/config.ts";
import type { Home } from "../config/home.ts";
import type { Exit } from "../exit/exit.ts";
import type { GateRules } from "../guard/gateRules.ts";
import { Presence } from "../people/presence.ts";
import { Questions } from "../people/questions.ts";
import { idOf, person } from "../policy/ownership.ts";
import { DroverError } from "../protocol/errors.ts";
import { endpointNamed, secretsOf, type Endpoint } from "../config/endpoint.ts";
import { BrowserPool, type Approach, type BrowserLease, type ConnectBrowser, type PagesHad } from "./browserPool.ts";
import { poolKey } from "./launchFor.ts";
import { RefRegistry } from "./refs.ts";
import { reopenable } from "./reopenable.ts";
import { dangersOf, endpointAsked, planSession, recognised, type Place, type SessionPlan, type SessionRequest } from "./plan.ts";
import { Session } from "./session.ts";
import { SessionStore, type SessionRecord } from "./sessionStore.ts";
import type { SavedParts } from "./savedParts.ts";
import { removeArtifacts } from "./state/artifacts.ts";
import { cookieParam, setCookies } from "./state/cookies.ts";

export interface OpenedSession {
  session: Session;
  warnings: string[];
  reused: boolean;
}

/** Throws where whoever asks is not admitted. */
export interface Admission {
  /** To have a session of this plan. */
  opens(plan: SessionPlan): void;
  /** To what is there: a session, or the profile that it has open. */
  enters(plan: SessionPlan, what: "session" | "profile"): void;
  /** To have the daemon itself ask the web, by these rules. */
  asks(rules: GateRules): void;
}

/** Who waits for a session to open. */
export type Waiting = Pick<Approach, "signal" | "tell">;

const anybody: Admission = { opens: () => undefined, enters: () => undefined, asks: () => undefined };

/** How long a browser that is not stopped may take to answer, on a busy machine. */
const ANSWER_MS = 2000;

/** Numbers are handed to the disk in blocks: a crash wastes some, a write per snapshot would cost more. */
const REF_BLOCK = 1000;

/** Every session of this daemon, open or to be taken over from an earlier one. */
export class Sessions {
  readonly home: Home;
  readonly questions: Questions;
  readonly presence = new Presence();
  /** Where dashboards listen now, by their ports. */
  readonly dashboards = new Presence();
  readonly #pool: BrowserPool;
  readonly #exit: Exit;
  readonly #store: SessionStore;
  readonly #open = new Map<string, Session>();
  /** Sessions of an earlier daemon that nobody has asked for yet. */
  readonly #dormant = new Map<string, SessionRecord>();
  readonly #opening = new Map<string, Promise<OpenedSession>>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #records = new Map<string, SessionRecord>();
  /** Incognito sessions that were closed: whoever still uses one of their ids is told that nothing of it is left. */
  readonly #endedIncognito = new Set<string>();
  /** Secrets of endpoints that are masked already. */
  readonly #masked = new Set<string>();
  readonly #watchers = new Set<(session: Session) => void>();
  /** Set while nothing may open, because profiles are being copied. */
  #still: Promise<unknown> | undefined;

  constructor(home: Home, connect: ConnectBrowser, exit: Exit) {
    this.#exit = exit;
    this.home = home;
    this.questions = new Questions(home.questions);
    this.#pool = new BrowserPool(home, connect);
    this.#store = new SessionStore(home);
    for (const record of this.#store.load()) this.#dormant.set(record.plan.id, record);
  }

  get size(): number {
    return this.#open.size + this.#dormant.size;
  }

  get browsers(): number {
    return this.#pool.size;
  }

  /** Every session, those of an earlier daemon taken over first where that is possible. */
  async list(config: Config): Promise<Session[]> {
    await Promise.allSettled(
      [...this.#dormant.values()]
        .filter((record) => this.#stillRuns(record))
        .map((record) => this.use({ id: record.plan.id }, config, anybody)),
    );
    return [...this.#open.values()].filter(({ id }) => !this.#closing.has(id));
  }

  /** Those that are open now. */
  opened(): Session[] {
    return [...this.#open.values()].filter(({ id, alive }) => alive && !this.#closing.has(id));
  }

  /** The sessions that work, and the records of those whose browser is gone. */
  async overview(config: Config): Promise<{ open: Session[]; lost: SessionRecord[] }> {
    const all = await this.list(config);
    const dead = all.filter(({ alive }) => !alive).flatMap(({ id }) => this.#records.get(id) ?? []);
    return { open: all.filter(({ alive }) => alive), lost: [...dead, ...this.dormant()] };
  }

  /** Sessions that only exist on disk: their browser is gone, and the next call opens it again or says what was lost. */
  dormant(): SessionRecord[] {
    return [...this.#dormant.values()];
  }

  /** Calls back for every session that is open or opens until the signal ends. */
  each(found: (session: Session) => void, signal: AbortSignal): void {
    for (const session of this.#open.values()) found(session);
    this.#watchers.add(found);
    signal.addEventListener("abort", () => this.#watchers.delete(found), { once: true });
  }

  /** The browsers that a session, open or dormant, counts on. */
  browserIds(): string[] {
    const records = [...this.#records.values(), ...this.#dormant.values()];
    return records.flatMap(({ browserId }) => (browserId ? [browserId] : []));
  }

  peek(id: string): Session | undefined {
    return this.#open.get(id);
  }

  /** Of a session, open or on disk only. */
  planOf(id: string): SessionPlan | undefined {
    return this.#open.get(id)?.plan ?? this.#dormant.get(id)?.plan;
  }

  knows(id: string): boolean {
    return this.#open.has(id) || this.#dormant.has(id) || this.#opening.has(id);
  }

  /** Opens a session that must not exist yet. */
  async open(request: SessionRequest, config: Config, admission: Admission, waiting: Waiting = {}): Promise<OpenedSession> {
    const place = await this.#placeFor(request, config);
    await this.#closed(request.id);
    // Somebody else may be opening it right now: then it exists as soon as that is done.
    for (let other; (other = this.#opening.get(request.id)); ) await settled(other);
    const left = this.#records.get(request.id) ?? this.#dormant.get(request.id);
    if (left) admission.enters(left.plan, "session");
    if (this.#open.get(request.id)?.alive || this.#pool.runs(left?.browserId))
      throw new DroverError("session-exists", `session "${request.id}" is already open`, {
        hint: "Use it as it is, close it with close_session first, or choose another id.",
      });
    const plan = this.#planned(request, config, admission, place);
    this.#endedIncognito.delete(request.id);
    this.#open.delete(request.id);
    this.#dormant.delete(request.id);
    if (left && plan.mode === "persistent" && poolKey(plan) === poolKey(left.plan))
      return this.#once(request.id, () => this.#resume({ ...left, plan, config: undefined }, config));
    if (left) removeArtifacts(this.home, request.id);
    const opened = await this.#once(request.id, async () => this.#start(await recognised(plan, request), config, waiting));
    if (left?.plan.mode === "incognito") opened.warnings.push(afterLoss(opened.session));
    return opened;
  }

  /** The session a call means: open, taken over from an earlier daemon, revived, or made now with the defaults. */
  async use(request: SessionRequest, config: Config, admission: Admission): Promise<OpenedSession> {
    const { id } = request;
    if (this.#closing.has(id)) await this.#closed(id);
    const opening = this.#opening.get(id);
    if (opening) {
      const opened = await opening;
      admission.enters(opened.session.plan, "session");
      return { ...opened, warnings: [], reused: true };
    }
    const known = this.planOf(id);
    if (known) admission.enters(known, "session");
    const session = this.#open.get(id);
    if (session?.alive) return { session, warnings: this.#store.problem ? [this.#store.problem] : [], reused: true };
    // A session that is there was opened by somebody who may: what those do in it who may enter is the policy hooks' business.
    const record = session ? this.#records.get(id) : this.#dormant.get(id);
    if (record) return this.#once(id, () => this.#resume(record, config));
    const place = await this.#placeFor(request, config);
    // Somebody else may have begun to open it meanwhile.
    if (this.#opening.has(id) || this.#open.has(id)) return this.use(request, config, admission);
    const plan = this.#planned(request, config, admission, place);
    const opened = await this.#once(id, async () => this.#start(await recognised(plan, request), config));
    if (this.#endedIncognito.delete(id)) opened.warnings.push(afterClose(opened.session));
    return opened;
  }

  async close(id: string, config: Config, warn: (warning: string) => void): Promise<boolean> {
    await this.#closed(id);
    if (!this.#open.has(id) && !this.#dormant.has(id)) return false;
    const closing = this.#close(id, config, warn).finally(() => this.#closing.delete(id));
    this.#closing.set(id, closing);
    await closing;
    return true;
  }

  /** Ends the browser of a session and starts it again with other flags: the same profile, cookies and addresses. What its pages held, and what was kept of them, is gone. */
  async startAnew(before: Session, config: Config, extraArgs: string[]): Promise<OpenedSession> {
    const { id, lease } = before;
    return this.#once(id, async () => {
      this.#save(id);
      const record = this.#records.get(id);
      if (!record || before.mode !== "persistent" || lease.sessions.size > 1 || this.#waitsFor(lease.descriptor?.id, id))
        throw new DroverError("profile-in-use", `the browser of session "${id}" is not for this session alone to end`, { hint: "Close the other sessions of its profile first, or use a profile of its own." });
      const addresses = before.pages().map(({ url }) => url).filter((url) => !/^[a-z]+-extension:/.test(url));
      const active = addresses.indexOf(before.activePage?.url ?? "");
      const untilItEnds = (await before.context.cookies()).filter(({ expires }) => expires === -1).map(cookieParam);
      const warnings = [...(await before.letGo()), ...(await lease.release(before, { needed: false, silent: false }))];
      const plan = { ...before.plan, extraArgs };
      const again = await this.#leaseAgain({ ...record, plan }, config);
      const session = await this.#join(plan, before.config, again, record.refFloor, { saved: record.parts ?? {} });
      await setCookies(session.context, untilItEnds);
      const [first, ...others] = addresses;
      await session.reopen(first);
      for (const url of others) await session.openPage(url);
      session.activate(session.pages()[active] ?? session.page());
      before.successor = session;
      this.#save(id);
      session.events.emit("opened");
      return { session, warnings: [...warnings, ...again.warnings], reused: false };
    });
  }

  /** The daemon is leaving: everything on disk is current, and browsers go on. */
  async letGo(): Promise<string[]> {
    for (const id of this.#open.keys()) this.#save(id);
    const failures = await Promise.all([...this.#open.values()].map((session) => session.letGo()));
    await this.#pool.disconnectAll();
    return failures.flat();
  }

  /** Runs work that needs every profile at rest: refused while a session is open, and none opens until it is done. */
  async whileNoneIsOpen<T>(work: () => Promise<T>): Promise<T> {
    await this.#still;
    const busy = [...new Set([...this.#open.keys(), ...this.#opening.keys(), ...this.#running()])];
    if (busy.length > 0)
      throw new DroverError("profile-in-use", `sessions are open: ${busy.join(", ")}`, {
        hint: "Copying a profile that a browser has open corrupts it: close_sessions({all:true}) first.",
        fields: { sessions: busy },
      });
    const done = work();
    this.#still = settled(done);
    return done.finally(() => {
      this.#still = undefined;
    });
  }

  /** A session is forgotten when its browser has ended or is another one's: a close that fails can be tried again. */
  async #close(id: string, config: Config, warn: (warning: string) => void): Promise<void> {
    const known = this.#dormant.get(id);
    // Its browser may still run: take it over to end it in good order.
    if (known && this.#stillRuns(known)) await mayFail(this.#once(id, () => this.#resume(known, config)), "a session that cannot be gone on with is cleared away");
    const session = this.#open.get(id);
    if (session) await this.#end(session, warn);
    else if (known && this.#stillRuns(known)) await this.#discard(known, config, warn);
    this.#forget(id, warn);
  }

  /** A browser elsewhere whose machine has died cannot be given back, and is no reason to keep its session. */
  async #discard(known: SessionRecord, config: Config, warn: (warning: string) => void): Promise<void> {
    const discarded = this.#pool.discard(known, { needed: this.#waitsFor(known.browserId, known.plan.id), endpoint: this.#endpointOf(known.plan, config) });
    if (!known.plan.on) return discarded;
    await discarded.catch((thrown: unknown) => warn(`The session is closed here, but its browser could not be given back: ${(thrown as Error).message}`));
  }

  async #end(session: Session, warn: (warning: string) => void): Promise<void> {
    const { lease } = session;
    const silent = lease.browser.connected && !(await lease.browser.answers(ANSWER_MS));
    const ending = session.end();
    if (!silent || (await settledWithin(ANSWER_MS, ending))) for (const failure of await ending) warn(failure);
    for (const problem of await lease.release(session, { needed: this.#waitsFor(lease.descriptor?.id, session.id), silent })) warn(problem);
  }

  async #closed(id: string): Promise<void> {
    for (let closing; (closing = this.#closing.get(id)); ) await settled(closing);
  }

  /** Does another session of an earlier daemon, not yet taken over, have its pages in this browser? */
  #waitsFor(browserId: string | undefined, besides: string): boolean {
    return browserId !== undefined && this.dormant().some((record) => record.browserId === browserId && record.plan.id !== besides);
  }

  #running(): string[] {
    return [...this.#dormant.values()].filter((record) => this.#stillRuns(record)).map(({ plan }) => plan.id);
  }

  #forget(id: string, warn: (warning: string) => void): void {
    if (this.planOf(id)?.mode === "incognito") this.#rememberEnded(id);
    this.#open.delete(id);
    this.#dormant.delete(id);
    this.#records.delete(id);
    for (const remove of [() => this.#store.remove(id), () => removeArtifacts(this.home, id)])
      try {
        remove();
      } catch (thrown) {
        warn(`The session is closed, but what it left could not be removed: ${(thrown as Error).message}`);
      }
  }

  #rememberEnded(id: string): void {
    const [oldest] = this.#endedIncognito;
    if (this.#endedIncognito.size >= MAX_ENDED && oldest !== undefined) this.#endedIncognito.delete(oldest);
    this.#endedIncognito.add(id);
  }

  #once(id: string, open: () => Promise<OpenedSession>): Promise<OpenedSession> {
    const opening = (this.#still?.then(open) ?? open()).finally(() => this.#opening.delete(id));
    this.#opening.set(id, opening);
    return opening;
  }

  #stillRuns(record: SessionRecord): boolean {
    return record.plan.mode === "attached" || record.plan.on !== undefined || this.#pool.runs(record.browserId);
  }

  /** What is at the endpoint that a request means. */
  async #placeFor(request: SessionRequest, config: Config): Promise<Place | undefined> {
    const endpoint = endpointAsked(request, config);
    if (!endpoint) return undefined;
    this.#mask(endpoint);
    const { kindAt, providerOf } = await import("../remote/providers.ts");
    const kind = await kindAt(endpoint);
    return { name: endpoint.name, kind, owned: providerOf(kind).owns };
  }

  #endpointOf({ on }: SessionPlan, config: Config): Endpoint | undefined {
    const endpoint = on && endpointNamed(on.name, config);
    if (endpoint) this.#mask(endpoint);
    return endpoint;
  }

  /** What opens an endpoint is told to nobody, for as long as this daemon runs. */
  #mask(endpoint: Endpoint): void {
    for (const secret of secretsOf(endpoint)) {
      if (this.#masked.has(secret)) continue;
      this.#masked.add(secret);
      this.#exit.hold(`ENDPOINT_${endpoint.name.toUpperCase().replaceAll(/\W/g, "_")}`, secret);
    }
  }

  /** As many sessions as one client may have at an endpoint. */
  #refuseTooMany({ id, on, owner }: SessionPlan, config: Config): void {
    const { maxSessions } = (on && endpointNamed(on.name, config)) ?? {};
    if (maxSessions === undefined) return;
    const known = [...this.#records.values(), ...this.#dormant.values()].map(({ plan }) => plan);
    const opening = [...this.#opening.keys()].filter((each) => each !== id && !known.some((plan) => plan.id === each)).length;
    const have = known.filter((plan) => plan.id !== id && plan.on?.name === on?.name && idOf(plan.owner ?? person) === idOf(owner ?? person)).length;
    if (have + opening < maxSessions) return;
    throw new DroverError("quota-exceeded", `you have ${have + opening} sessions on the endpoint "${on?.name}", and ${maxSessions} is the most that one client may have there`, { hint: "Close one of them with close_session first." });
  }

  #planned(request: SessionRequest, config: Config, admission: Admission, place?: Place): SessionPlan {
    const plan = planSession(request, config, this.home, place);
    admission.opens(plan);
    this.#refuseTooMany(plan, config);
    if (plan.mode === "persistent") {
      const others = [...this.#records.values(), ...this.#dormant.values()].filter((record) => record.plan.id !== plan.id && poolKey(record.plan) === poolKey(plan));
      for (const other of others) admission.enters(other.plan, "profile");
    }
    return plan;
  }

  async #start(plan: SessionPlan, config: Config, waiting: Waiting = {}): Promise<OpenedSession> {
    const lease = await this.#pool.lease(plan, {}, { ...waiting, endpoint: this.#endpointOf(plan, config) });
    const session = await this.#join(plan, config, lease, 1);
    if (session.pages().length === 0) await session.openPage();
    this.#save(plan.id);
    session.events.emit("opened");
    return { session, warnings: [...dangersOf(plan), ...lease.warnings], reused: lease.reused };
  }

  /** After a daemon died: the same pages. After a browser died: the same profile, the last address, and a warning. */
  async #resume(record: SessionRecord, config: Config): Promise<OpenedSession> {
    const { plan } = record;
    const running = this.#stillRuns(record);
    if (plan.mode === "incognito" && !running) {
      this.#dormant.set(plan.id, record);
      this.#open.delete(plan.id);
      throw new DroverError("session-lost", `session "${plan.id}" was incognito and its browser is gone`, {
        hint: "Open it again with open_session; its cookies and pages are lost. close_session forgets it.",
        failure: { source: "drover" },
      });
    }
    const wasLost = plan.on !== undefined && this.#open.has(plan.id);
    const lease = await this.#leaseAgain(record, config);
    const pagesHad = running ? { ...record, sole: this.#isSole(record) } : undefined;
    const session = await this.#join(plan, mergeConfig(config, record.config ?? {}), lease, record.refFloor, { pagesHad, saved: record.parts });
    const warnings = [...dangersOf(plan), ...lease.warnings];
    if (wasLost) warnings.push(`The connection to endpoint "${plan.on?.name}" had been lost; it was made again.`);
    if (!running || session.pages().length === 0) {
      const { url: reopened, cut } = reopenable(record.lastUrl);
      await session.reopen(reopened);
      warnings.push(
        running
          ? `The session's tabs had been closed; ${reopened ?? "a blank page"} was opened.`
          : `The browser had gone; it was started again on the same profile${reopened ? ` and ${reopened} reopened` : ""}.`,
      );
      if (cut) warnings.push(`The session was at ${record.lastUrl}: the secret in that address went with an earlier daemon.`);
    }
    const active = session.pages().find((page) => page.id === record.activePageId);
    if (active) session.activate(active);
    this.#dormant.delete(plan.id);
    this.#save(plan.id);
    session.events.emit("opened");
    return { session, warnings, reused: running };
  }

  /** A browser elsewhere may be gone for good: then the session is, and says so until it is closed or opened again. */
  async #leaseAgain(record: SessionRecord, config: Config): Promise<BrowserLease> {
    const { plan } = record;
    try {
      return await this.#pool.lease(plan, record, { endpoint: this.#endpointOf(plan, config) });
    } catch (thrown) {
      if (plan.on) {
        this.#dormant.set(plan.id, record);
        this.#open.delete(plan.id);
      }
      throw thrown;
    }
  }

  async #join(
    plan: SessionPlan,
    config: Config,
    lease: BrowserLease,
    firstRef: number,
    { pagesHad, saved = {} }: { pagesHad?: PagesHad; saved?: SavedParts } = {},
  ): Promise<Session> {
    const refs = new RefRegistry(firstRef, (next) => {
      const record = this.#records.get(plan.id);
      if (record && next > record.refFloor) {
        record.refFloor = next + REF_BLOCK;
        this.#write(record);
      }
    });
    const session = new Session({ plan, config, lease, refs, exit: this.#exit, questions: this.questions, presence: this.presence });
    const before = this.#open.get(plan.id);
    this.#open.set(plan.id, session);
    this.#records.set(plan.id, {
      plan,
      config: sessionConfigSchema.parse(config),
      browserId: lease.descriptor?.id,
      ...(lease.far && plan.on?.owned && { far: lease.far.ref }),
      contextId: lease.context.id,
      gatePort: lease.gate?.port,
      pageIds: [],
      refFloor: firstRef + REF_BLOCK,
    });
    for (const found of this.#watchers) found(session);
    const [lost] = await Promise.all([session.begin(saved), lease.join(session, pagesHad)]);
    lease.warnings.push(...lost);
    if (before) session.parts.secrets.takeOver(before.parts.secrets);
    for (const event of ["pageopened", "pageclosed", "activechanged", "standingchanged"] as const)
      session.events.on(event, () => this.#save(plan.id));
    session.events.on("navigated", () => this.#save(plan.id));
    return session;
  }

  /** Incognito sessions have a context to themselves; those on a profile share its browser. */
  #isSole({ plan, browserId, contextId }: SessionRecord): boolean {
    if (contextId !== undefined) return true;
    const others = [...this.#dormant.values(), ...this.#records.values()].filter((record) => record.plan.id !== plan.id);
    return others.every((record) => record.browserId !== browserId);
  }

  /** Values of secrets are in memory only, also where a page has put one into its address. */
  #write(record: SessionRecord): void {
    const { lastUrl, pageKeys, parts } = record;
    this.#store.save({ ...record, ...this.#exit.masked({ lastUrl, pageKeys, parts }) });
  }

  /** Keeps the record current. A session whose browser died keeps what was last known of its pages. */
  #save(id: string): void {
    const session = this.#open.get(id);
    const record = this.#records.get(id);
    if (!session?.alive || !record) return;
    record.pageIds = session.pages().map((page) => page.id);
    record.pageKeys = session.pages().flatMap(({ id, url, engine }) => (engine.adoptionKey === undefined ? [] : [{ id, url, key: engine.adoptionKey }]));
    record.activePageId = session.activePage?.id;
    record.lastUrl = session.activePage?.url ?? record.lastUrl;
    record.parts = session.saved;
    record.plan = session.plan;
    this.#write(record);
  }
}

const MAX_ENDED = 500;

const afterClose = ({ id, mode }: Session): string =>
  `The incognito session "${id}" was closed, and its cookies and pages with it: this is a new ${mode} session.`;

const afterLoss = ({ id, mode }: Session): string =>
  `The incognito session "${id}" was lost with its browser: its cookies and pages are gone, and this is a new ${mode} session.`;
