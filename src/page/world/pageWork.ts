/**
 * Runs in the page's own world before any other script. While an action is under way it knows what the page has begun because of it
 * and has not finished: timers that are due soon, databases, caches, messages that somebody may answer. Page code in the isolated
 * world asks by an event. At other times calls only pass through. Nothing that the page gave is wrapped: its callbacks run as
 * they are, between two of ours.
 */
import { turns, workEvents } from "./workEvents.ts";

/** Replaced with a name that no page can guess. */
const KEY = "__DROVER_WORK__";

/** What is due later is not the effect of an action: a message that goes away, the next poll. */
const SOON_MS = 300;
/** A timer that is this late is held back by the browser. */
const LATE_MS = 200;
/** A page hears of an answer this much later than who watches the network. */
const NEWS_MS = 250;
/** Whoever does not answer within this time has nothing to say. */
const ANSWER_MS = 500;
/** By then whoever watches downloads has heard of one. */
const OFFERED_MS = 50;
/** By then a form has been sent also by a page that is busy with itself. */
const SENT_MS = 1000;
/** An action whose end was never told, because who began it is gone. */
const LONGEST_ACTION_MS = 60_000;
/** A timer that sets itself again and again is a loop. */
const REPEATS = 3;
/** Frameworks send themselves messages to go on with what takes long. */
const MESSAGES = 50;
const MAX_KNOWN = 500;
/** Enough of a function's source to know it again. */
const SOURCE_LENGTH = 80;

const inputs = [
  ..."pointerdown pointerup mousedown mouseup click dblclick auxclick contextmenu mouseover pointerover scroll".split(" "),
  ..."keydown keyup beforeinput input change submit focus blur focusin focusout paste copy cut dragstart dragover drop dragend toggle".split(" "),
];

/** Something that the page waits for. */
interface Work {
  until: number;
  /** The timers that led to it, by their keys. */
  chain: readonly string[];
  expired?: () => void;
}

interface TaskEnds {
  askForNext(): void;
}

/** A timer that waits, for whoever stops the page's clock later. What it calls is the browser's to keep, and is gone when it is. */
export interface SetTimer {
  id: unknown;
  due: number;
  /** Undefined for one that fires once. */
  every?: number;
  callback: { deref(): unknown };
  rest: readonly unknown[];
}

type Callable = (...args: never[]) => unknown;
/** What is done around a call of the page's. */
type Around = (call: () => unknown, args: readonly unknown[], self: object) => unknown;

function install(): void {
  const { begin, turn, settle, busy, observing, shadows, end, timers: timersAsked } = workEvents(KEY);
  const { apply, construct, getOwnPropertyDescriptor, defineProperty } = Reflect;
  const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
  const { preventDefault } = Event.prototype;
  const isPrevented = getOwnPropertyDescriptor(Event.prototype, "defaultPrevented")?.get;
  const submitterOf = getOwnPropertyDescriptor(SubmitEvent.prototype, "submitter")?.get;
  const { getAttribute } = Element.prototype;
  const { navigation: navigations } = window as { navigation?: EventTarget };
  const { setTimeout: laterNatively, requestAnimationFrame: nextFrameNatively, requestIdleCallback: whenIdleNatively } = window;
  const { then } = Promise.prototype;
  const { toString: sourceOf } = Function.prototype;
  const { postMessage, start: startPort } = MessagePort.prototype;
  const clock = performance;
  const { now: readClock } = clock;
  const NativeChannel = MessageChannel;
  const NativeWeakRef = WeakRef;

  // A document that was open when this daemon came may have it already.
  if (!apply(dispatchEvent, window, [new Event(begin, { cancelable: true })])) return void apply(dispatchEvent, window, [new Event(end)]);

  const open = new Set<Work>();
  const timers = new Map<unknown, Work>();
  const frames = new Map<unknown, Work>();
  const waiting = new Map<unknown, SetTimer>();
  /** What the page also does when nobody acts on it. */
  const background = new Set<string>();
  /** Requests without an answer that the page has heard of. */
  const requests = new Set<object>();
  let requestsUntil = 0;
  let activeUntil = 0;
  /** A task that the action caused is running, or has just ended. */
  let isCaused = false;
  let chain: readonly string[] = [];
  let tasks: TaskEnds | undefined;
  let observes = false;
  /** Since the action began. */
  let scrolled = false;
  let hasNewShadows = false;

  const now = (): number => apply(readClock, clock, []) as number;
  const isActive = (): boolean => activeUntil > 0 && now() < activeUntil;

  /** What is begun from here to the end of the task is the action's doing. */
  const cause = (by: readonly string[] = []): void => {
    isCaused = true;
    chain = by;
    tasks ??= endsOfTasks();
    tasks.askForNext();
  };

  /** A message to ourselves comes when the task is over. One is under way at a time, however many events the task has. */
  function endsOfTasks(): TaskEnds {
    const { port1, port2 } = new NativeChannel();
    const post = () => void apply(postMessage, port1, [null]);
    let asked: "no" | "once" | "again" = "no";
    apply(addEventListener, port2, ["message", () => {
      if (asked === "again") post();
      else { isCaused = false; chain = []; }
      asked = asked === "again" ? "once" : "no";
    }]);
    apply(startPort, port2, []);
    return {
      askForNext: () => {
        if (asked === "no") post();
        asked = asked === "no" ? "once" : "again";
      },
    };
  }

  /** Is a thing that is being begun the action's doing? What cannot be told is, unless the page does it at other times too. */
  const counts = (key: string, repeats = REPEATS): boolean => {
    if (!isActive()) {
      if (background.size < MAX_KNOWN) background.add(key);
      return false;
    }
    if (!isCaused) return !background.has(key);
    return chain.filter((each) => each === key).length < repeats;
  };

  const begun = (ms: number, key?: string, expired?: () => void): Work => {
    const work = { until: now() + ms, chain: key === undefined ? chain : [...chain, key], expired };
    open.add(work);
    return work;
  };
  const goOn = (work: Work): void => { if (open.has(work)) cause(work.chain); };
  const done = (work: Work): void => { open.delete(work); };
  const over = (work: Work): void => { goOn(work); done(work); };

  const isBusy = (): boolean => {
    const at = now();
    for (const work of open)
      if (work.until < at) {
        open.delete(work);
        work.expired?.();
      }
    return open.size > 0 || (requests.size > 0 && at < requestsUntil);
  };

  /** A proxy has the name, the length and, but for its name, the source text of what it stands for. */
  function around(owner: object | undefined, name: string, act: Around, kind: "value" | "set" = "value"): void {
    const descriptor = owner && getOwnPropertyDescriptor(owner, name);
    const native: unknown = descriptor?.[kind];
    if (!owner || typeof native !== "function") return;
    const wrapped = new Proxy(native as Callable, {
      apply: (target, self: object, args: unknown[]) => act(() => apply(target, self, args), args, self),
    });
    defineProperty(owner, name, { ...descriptor, [kind]: wrapped });
  }

  const keyOf = (callback: unknown, delay: number): string =>
    `${delay} ${typeof callback === "function" ? (apply(sourceOf, callback, []) as string).slice(0, SOURCE_LENGTH) : String(callback).slice(0, SOURCE_LENGTH)}`;
  const millis = (delay: unknown): number => Math.max(0, (typeof delay === "number" || typeof delay === "string" ? Number(delay) : 0) || 0);

  /** Those that are due soon fire before anybody could jump over them. */
  const remember = (id: unknown, [callback, , ...rest]: readonly unknown[], wait: number, every?: number): void => {
    if (typeof callback !== "function") return;
    if (waiting.size >= MAX_KNOWN) for (const [known, timer] of waiting) if (timer.every === undefined && timer.due < now()) waiting.delete(known);
    if (waiting.size < MAX_KNOWN) waiting.set(id, { id, due: now() + wait, ...(every !== undefined && { every }), callback: new NativeWeakRef(callback), rest });
  };

  /** Timers of the same delay fire in the order in which they were set: one of ours before the page's, one after. */
  const timer: Around = (call, args) => {
    const [callback, delay] = args;
    const wait = millis(delay);
    if (wait > SOON_MS) {
      const set = call();
      remember(set, args, wait);
      return set;
    }
    const key = keyOf(callback, wait);
    if (!counts(key)) return call();
    const work = begun(wait + LATE_MS, key);
    apply(laterNatively, window, [() => goOn(work), wait]);
    const id = call();
    apply(laterNatively, window, [() => { done(work); timers.delete(id); }, wait]);
    timers.set(id, work);
    return id;
  };
  const cleared = (set: Map<unknown, Work>): Around => (call, [id]) => {
    const work = set.get(id);
    if (work) done(work);
    set.delete(id);
    return call();
  };
  const clearedTimer: Around = (call, args, self) => {
    waiting.delete(args[0]);
    return cleared(timers)(call, args, self);
  };
  around(window, "setTimeout", timer);
  around(window, "setInterval", (call, args, self) => {
    const id = isActive() && isCaused ? timer(call, args, self) : call();
    const every = Math.max(1, millis(args[1]));
    remember(id, args, every, every);
    return id;
  });
  around(window, "clearTimeout", clearedTimer);
  around(window, "clearInterval", clearedTimer);
  // What draws all the time is background, whatever else happens in the same frame.
  around(window, "requestAnimationFrame", (call, [callback]) => {
    const key = keyOf(callback, 0);
    if (!counts(key) || !isCaused || background.has(key)) return call();
    const work = begun(LATE_MS, key);
    apply(nextFrameNatively, window, [() => goOn(work)]);
    const id = call();
    apply(nextFrameNatively, window, [() => { done(work); frames.delete(id); }]);
    frames.set(id, work);
    return id;
  });
  around(window, "cancelAnimationFrame", cleared(frames));
  around(window, "requestIdleCallback", (call) => {
    if (!isActive() || !isCaused) return call();
    const work = begun(LATE_MS);
    apply(whenIdleNatively, window, [() => goOn(work)]);
    const id = call();
    apply(whenIdleNatively, window, [() => done(work)]);
    return id;
  });

  /** The page gets the promise that follows ours, so that a failure which it does not handle is still reported as that. */
  const followed = (promise: unknown, settled: () => void): unknown =>
    promise instanceof Promise
      ? apply(then, promise, [
          (value: unknown) => { settled(); return value; },
          (reason: unknown) => { settled(); throw reason; },
        ])
      : promise;

  /** Forms are sent by a task of their own, which frames may overtake: until then nobody outside hears of the navigation. A while after that, whoever goes somewhere has gone. */
  const sent = (form: Element, submitter: Element | null): Work | undefined => {
    const said = (name: string): string => ((submitter && (apply(getAttribute, submitter, [`form${name}`]) as string | null)) ?? (apply(getAttribute, form, [name]) as string | null) ?? "").toLowerCase();
    if (said("method") === "dialog" || !["", "_self", "_top", "_parent"].includes(said("target"))) return undefined;
    const work = begun(navigations ? SENT_MS : ANSWER_MS);
    if (navigations) listen(navigations, "navigate", () => { work.until = now() + LATE_MS; });
    return work;
  };
  const sending = (event: Event): void => {
    if (!isPrevented || !submitterOf || !(event instanceof SubmitEvent)) return;
    const work = sent(event.target as Element, apply(submitterOf, event, []) as Element | null);
    // Whether the page keeps it is known when all have heard of it.
    if (work) apply(laterNatively, window, [() => { if (apply(isPrevented, event, [])) done(work); }, 0]);
  };
  around(HTMLFormElement.prototype, "submit", (call, _args, self) => {
    const result = call();
    if (isActive() && isCaused) sent(self as Element, null);
    return result;
  });

  /** Whoever leaves the page is waited for until the browser has it; who goes on in it by himself says when he is done. */
  const leaving = (event: Event): void => {
    const { destination, downloadRequest } = event as Event & { destination?: { sameDocument: boolean }; downloadRequest?: string | null };
    if (!navigations || !isCaused || destination?.sameDocument !== false) return;
    if (typeof downloadRequest === "string") return void begun(OFFERED_MS);
    const work = begun(LATE_MS);
    listen(navigations, "navigatesuccess navigateerror", () => over(work));
  };

  /** Promises that are waited for; with a limit, those that each lead to the next. */
  function promises(owner: { prototype: object } | undefined, names: string, repeats?: number): void {
    for (const name of names.split(" "))
      around(owner?.prototype, name, (call) => {
        if (!counts(name, repeats)) return call();
        const work = begun(ANSWER_MS, repeats === undefined ? undefined : name);
        return followed(call(), () => over(work));
      });
  }
  const scope = window as unknown as Record<string, { prototype: object } | undefined>;
  promises(scope["Cache"], "match matchAll add addAll put delete keys");
  promises(scope["CacheStorage"], "open match has delete keys");
  // A permission that is asked for is told of when the browser has said whether it is granted.
  promises(scope["Permissions"], "query");
  promises(scope["Scheduler"], "postTask yield", MESSAGES);
  promises(scope["Blob"], "arrayBuffer bytes text");
  promises(scope["Clipboard"], "read readText write writeText");
  promises(scope["CookieStore"], "delete get getAll set");
  promises(scope["HTMLImageElement"], "decode");
  promises(scope["FontFaceSet"], "load");
  promises(scope["Element"], "requestFullscreen");
  promises(scope["Document"], "exitFullscreen");
  promises({ prototype: window }, "createImageBitmap");
  promises(scope["SubtleCrypto"], "digest encrypt decrypt sign verify importKey exportKey generateKey deriveKey deriveBits");

  // What a page changes within a transition of its view comes some frames after it asked for that.
  around(Document.prototype, "startViewTransition", (call) => {
    if (!counts("startViewTransition")) return call();
    const work = begun(ANSWER_MS);
    const made = call() as { updateCallbackDone?: Promise<unknown> } | undefined;
    if (made?.updateCallbackDone) apply(then, made.updateCallbackDone, [() => over(work), () => over(work)]);
    return made;
  });

  /** Requests are waited for by who sees the network; here it only matters that the page has heard of them, and what they lead to. */
  const requested = (): (() => void) => {
    const by = chain;
    const request = {};
    requests.add(request);
    return () => {
      if (requests.delete(request)) cause(by);
    };
  };
  const request: Around = (call) => (isActive() && isCaused ? followed(call(), requested()) : call());
  around(window, "fetch", request);
  for (const name of ["json", "text", "arrayBuffer", "blob", "formData", "bytes"]) around(Response.prototype, name, request);
  around(XMLHttpRequest.prototype, "send", (call, _args, self) => {
    const result = call();
    if (isActive() && isCaused) listen(self, "loadend", requested());
    return result;
  });

  /** Before the page's own listeners, so that what they begin is known as the action's doing. */
  const listen = (target: object, types: string, heard: () => void): void => {
    for (const type of types.split(" ")) apply(addEventListener, target, [type, heard, { once: true, capture: true }]);
  };

  /** Calls whose end is an event of what they return, or of what is called. */
  const until = (types: string, whoTells: (result: unknown, self: object) => object): Around => (call, _args, self) => {
    if (!counts(types)) return call();
    const result = call();
    const work = begun(ANSWER_MS);
    listen(whoTells(result, self), types, () => over(work));
    return result;
  };
  const database = (types: string): Around => until(types, (result) => result as object);
  /** Every access to a database is part of a transaction. */
  around(scope["IDBDatabase"]?.prototype, "transaction", database("complete abort"));
  around(scope["IDBFactory"]?.prototype, "open", database("success error blocked"));
  around(scope["IDBFactory"]?.prototype, "deleteDatabase", database("success error blocked"));

  for (const name of ["readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText"]) around(FileReader.prototype, name, until("loadend", (_, self) => self));
  for (const name of ["back", "forward", "go"]) around(History.prototype, name, until("popstate", () => window));

  /** Ports of channels made here, by their other ends. */
  const otherEnds = new WeakMap<object, object>();
  const given = new WeakSet<object>();
  /** They were written to and said nothing. */
  const silent = new WeakSet<object>();
  /** The end of a port's channel that stayed here: it hears what this page sends itself. */
  const nearEnd = (self: object): object | undefined => {
    const other = otherEnds.get(self);
    return other && !given.has(other) ? other : undefined;
  };
  const transferred = (options: unknown): unknown[] => {
    const list = options && typeof options === "object" && !Array.isArray(options) ? (options as { transfer?: unknown }).transfer : options;
    return Array.isArray(list) ? list : [];
  };
  function answered(owner: object | undefined, name: string, whoAnswers: (self: object) => object | undefined): void {
    around(owner, name, (call, args, self) => {
      for (const port of transferred(args[1])) if (typeof port === "object" && port !== null) given.add(port);
      const result = call();
      const answerer = whoAnswers(self);
      if (!answerer || silent.has(answerer) || !counts(name, MESSAGES)) return result;
      const work = begun(ANSWER_MS, name, () => silent.add(answerer));
      listen(answerer, "message messageerror error close", () => {
        silent.delete(answerer);
        over(work);
      });
      return result;
    });
  }
  answered(scope["MessagePort"]?.prototype, "postMessage", (self) => nearEnd(self) ?? self);
  answered(scope["Worker"]?.prototype, "postMessage", (self) => self);
  answered(scope["BroadcastChannel"]?.prototype, "postMessage", (self) => self);
  answered(scope["ServiceWorker"]?.prototype, "postMessage", () => navigator.serviceWorker);
  answered(scope["WebSocket"]?.prototype, "send", (self) => self);
  answered(scope["RTCDataChannel"]?.prototype, "send", (self) => self);

  for (const name of ["ResizeObserver", "IntersectionObserver"])
    around(scope[name]?.prototype, "observe", (call) => {
      observes = true;
      return call();
    });

  // Whatever is scrolled is told of with the next frame.
  const scrolls: Around = (call) => {
    scrolled ||= isActive();
    return call();
  };
  for (const name of ["scroll", "scrollBy", "scrollTo", "scrollIntoView"]) around(Element.prototype, name, scrolls);
  for (const name of ["scrollTop", "scrollLeft"]) around(Element.prototype, name, scrolls, "set");

  around(Element.prototype, "attachShadow", (call) => {
    hasNewShadows = true;
    return call();
  });

  const channel = getOwnPropertyDescriptor(window, "MessageChannel");
  const tapped: typeof MessageChannel = new Proxy(NativeChannel, {
    construct(target, args, newTarget: typeof MessageChannel) {
      const made = construct(target, args, newTarget === tapped ? target : newTarget) as MessageChannel;
      otherEnds.set(made.port1, made.port2);
      otherEnds.set(made.port2, made.port1);
      return made;
    },
  });
  defineProperty(window, "MessageChannel", { ...channel, value: tapped });
  NativeChannel.prototype.constructor = tapped;

  const forget = (): void => {
    open.clear();
    timers.clear();
    frames.clear();
    requests.clear();
  };
  const hear = (): void => cause();
  const options = { capture: true, passive: true };
  const signal = (type: string, heard: (event: Event) => void) => apply(addEventListener, window, [type, heard]);
  signal(begin, (event) => {
    apply(preventDefault, event, []);
    forget();
    scrolled = false;
    activeUntil = now() + LONGEST_ACTION_MS;
    for (const type of inputs) apply(addEventListener, window, [type, hear, options]);
    apply(addEventListener, window, ["submit", sending, options]);
    if (navigations) apply(addEventListener, navigations, ["navigate", leaving]);
  });
  signal(turn, () => { for (const type of turns) apply(addEventListener, window, [type, hear, options]); });
  signal(settle, () => { requestsUntil = now() + NEWS_MS; });
  signal(busy, (event) => { if (isBusy()) apply(preventDefault, event, []); });
  signal(observing, (event) => { if (observes || scrolled) apply(preventDefault, event, []); });
  signal(shadows, (event) => {
    if (!hasNewShadows) apply(preventDefault, event, []);
    hasNewShadows = false;
  });
  signal(timersAsked, (event) => (event as CustomEvent<(timers: SetTimer[]) => void>).detail([...waiting.values()]));
  signal(end, () => {
    activeUntil = 0;
    forget();
    for (const type of [...inputs, ...turns]) apply(removeEventListener, window, [type, hear, options]);
    apply(removeEventListener, window, ["submit", sending, options]);
    if (navigations) apply(removeEventListener, navigations, ["navigate", leaving]);
  });
}

install();
