const KEY = `Symbol.for("drover.clock")`;

/** Of a single jump: a year has 31 million seconds, and a page may have a timer for each. */
export const MAX_FIRED = 10_000;

/**
 * Runs in the page's own world, or in a worker. `Date` stands still at `nowMs`. Timers are the browser's own and run as ever, so that the
 * page stays alive; a jump fires those that would have been due in the time that it skips, in their order. Those that were set before are
 * told by the script that knows the page's work, which hears `timersAsked`; where there is none they wait for the real time.
 */
export const pinned = (nowMs: number, timersAsked: string) => `(() => {
  const scope = globalThis;
  if (scope[${KEY}]) return void scope[${KEY}].pin(${nowMs});
  const own = {
    Date, setTimeout, clearTimeout, setInterval, clearInterval, requestAnimationFrame: scope.requestAnimationFrame,
    now: performance.now, format: Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format"), formatToParts: Intl.DateTimeFormat.prototype.formatToParts,
  };
  const put = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: Object.prototype.propertyIsEnumerable.call(object, name) });
  let now = ${nowMs};
  let skipped = 0;
  const passed = () => own.now.call(performance) + skipped;
  const timers = new Map();
  const millis = (delay) => Math.max(0, Number(delay) || 0);
  const call = (callback, rest) => (typeof callback === "function" ? callback.apply(scope, rest) : (0, eval)(String(callback)));

  const later = { setTimeout(callback, delay, ...rest) {
    const id = own.setTimeout.call(scope, () => { timers.delete(id); call(callback, rest); }, delay);
    timers.set(id, { due: passed() + millis(delay), fire: () => { later.clearTimeout(id); call(callback, rest); } });
    return id;
  }, setInterval(callback, delay, ...rest) {
    const every = Math.max(1, millis(delay));
    const timer = { due: passed() + every, fire: () => { timer.due += every; call(callback, rest); } };
    const id = own.setInterval.call(scope, () => { timer.due = passed() + every; call(callback, rest); }, delay);
    timers.set(id, timer);
    return id;
  }, clearTimeout(id) {
    timers.delete(id);
    own.clearTimeout.call(scope, id);
  }, clearInterval(id) {
    timers.delete(id);
    own.clearInterval.call(scope, id);
  } };
  // Shared and service workers draw nothing.
  if (own.requestAnimationFrame) later.requestAnimationFrame = { requestAnimationFrame: (callback) => own.requestAnimationFrame.call(scope, (time) => callback(time + skipped)) }.requestAnimationFrame;

  // Set before the clock stood still. The browser fires them as well when their real time comes.
  const adopt = ({ id, due, every, callback, rest }) => {
    const call = () => Reflect.apply(callback.deref() ?? (() => undefined), scope, rest);
    const timer = {
      due,
      fire: every ? () => { timer.due += every; call(); } : () => { later.clearTimeout(id); call(); },
      hasFired: () => {
        const late = own.now.call(performance) - due;
        if (late < 0) return false;
        if (!every) return true;
        due += every * (Math.floor(late / every) + 1);
        timer.due = Math.max(timer.due, due);
        return false;
      },
    };
    if (callback.deref() && !timer.hasFired()) timers.set(id, timer);
  };
  if (scope.window) scope.dispatchEvent(new CustomEvent(${JSON.stringify(timersAsked)}, { detail: (set) => set.forEach(adopt) }));

  const stopped = new Proxy(own.Date, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length > 0 ? given : [now], newTarget),
    apply: (target) => new target(now).toString(),
    get: (target, name) => (name === "now" ? { now: () => now }.now : Reflect.get(target, name)),
  });
  put(scope, "Date", stopped);
  put(own.Date.prototype, "constructor", stopped);
  put(performance, "now", { now: passed }.now);
  for (const [name, timer] of Object.entries(later)) put(scope, name, timer);
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { ...own.format, get() {
    const format = own.format.get.call(this);
    return (date = now) => format(date);
  } });
  put(Intl.DateTimeFormat.prototype, "formatToParts", { formatToParts(date = now) { return own.formatToParts.call(this, date); } }.formatToParts);

  const clock = {
    pin(to) { now = to; },
    async jump(to) {
      for (const [id, timer] of timers) if (timer.hasFired?.()) timers.delete(id);
      const start = passed();
      const from = now;
      const end = start + Math.max(0, to - from);
      let fired = 0;
      for (; fired < ${MAX_FIRED}; fired++) {
        const next = [...timers.values()].reduce((first, timer) => (timer.due <= end && !(first?.due <= timer.due) ? timer : first), undefined);
        if (!next) break;
        skipped += Math.max(0, next.due - passed());
        now = Math.max(now, from + next.due - start);
        try { next.fire(); } catch (error) { reportError(error); }
        // What the timer's promises do next comes before the next timer.
        for (let turn = 0; turn < 10; turn++) await null;
      }
      skipped += Math.max(0, end - passed());
      now = to;
      for (const timer of timers.values()) timer.due = Math.max(timer.due, passed());
      return fired;
    },
    release() {
      put(scope, "Date", own.Date);
      put(own.Date.prototype, "constructor", own.Date);
      delete performance.now;
      for (const name of Object.keys(later)) put(scope, name, own[name]);
      Object.defineProperty(Intl.DateTimeFormat.prototype, "format", own.format);
      put(Intl.DateTimeFormat.prototype, "formatToParts", own.formatToParts);
      delete scope[${KEY}];
    },
  };
  Object.defineProperty(scope, ${KEY}, { value: clock, configurable: true });
})()`;

export const jump = (nowMs: number) => `globalThis[${KEY}]?.jump(${nowMs})`;

export const released = `globalThis[${KEY}]?.release()`;
