/**
 * Puts functions in the place of the browser's own that a page cannot tell from them: a proxy has its function's name, length, properties and
 * prototype, and `Function.prototype.toString` is told what it stands for, in other documents of the same origin too.
 */
type Callable = (...args: never[]) => unknown;
/** What a function stands for: one of the browser's own, or a text. */
type Disguises = WeakMap<object, object | string>;

const { apply, construct, defineProperty, getOwnPropertyDescriptor } = Reflect;
const { dispatchEvent, addEventListener } = EventTarget.prototype;

/** What is done in a function's place: calls it or not. */
export type InPlace = (native: (...args: unknown[]) => unknown, self: object, args: unknown[]) => unknown;
export type Constructed = (native: () => object, args: unknown[]) => object;

/** Of a document that comes after this one and may look at its functions, or the other way round. */
function sharedDisguises(key: string): Disguises {
  let shared: Disguises | undefined;
  const take = (given: Disguises) => {
    shared = given;
  };
  for (const other of [window.parent, window.opener as Window | null]) {
    if (shared || !other || other === window) continue;
    try {
      apply(dispatchEvent, other, [new CustomEvent(key, { detail: take })]);
    } catch {
      // Another origin's: it cannot look at functions here either.
    }
  }
  const disguises: Disguises = shared ?? new WeakMap();
  apply(addEventListener, window, [key, (event: CustomEvent<(given: Disguises) => void>) => typeof event.detail === "function" && event.detail(disguises)]);
  return disguises;
}

export class Kit {
  readonly #disguises: Disguises;
  readonly #undo: (() => void)[] = [];
  /** How this browser writes a function of its own. */
  readonly #nativeText: string;

  constructor(key: string) {
    this.#disguises = sharedDisguises(`${key}-disguises`);
    const disguises = this.#disguises;
    const { get } = WeakMap.prototype;
    const standsFor = (self: object) => (apply(get, disguises, [self]) as object | string | undefined) ?? self;
    const textOf = (native: Callable, self: object, args: unknown[]) => {
      const found = standsFor(self);
      return typeof found === "string" ? found : (apply(native, found, args) as unknown);
    };
    this.#nativeText = apply(Function.prototype.toString, parseInt, []) as string;
    this.#replace(Function.prototype, "toString", "value", (native) => new Proxy(native, { apply: (target, self: object, args) => textOf(target, self, args) }));
  }

  /** A method, where the browser has it. */
  method(owner: object | undefined, name: PropertyKey, inPlace: InPlace): void {
    this.#replace(owner, name, "value", (native) => new Proxy(native, { apply: (target, self: object, args) => inPlace((...given) => apply(target, self, given), self, args) }));
  }

  getter(owner: object | undefined, name: PropertyKey, inPlace: InPlace): void {
    this.#replace(owner, name, "get", (native) => new Proxy(native, { apply: (target, self: object, args) => inPlace((...given) => apply(target, self, given), self, args) }));
  }

  setter(owner: object | undefined, name: PropertyKey, inPlace: InPlace): void {
    this.#replace(owner, name, "set", (native) => new Proxy(native, { apply: (target, self: object, args) => inPlace((...given) => apply(target, self, given), self, args) }));
  }

  /** A constructor, which its prototype names too. What it makes is what the browser's own makes. */
  constructorOf(name: string, inPlace: Constructed): void {
    const native = getOwnPropertyDescriptor(window, name)?.value as (Callable & { prototype: object }) | undefined;
    if (typeof native !== "function") return;
    const { prototype } = native;
    let made: Callable = native;
    this.#replace(window, name, "value", (target) => {
      made = new Proxy(target, {
        construct: (each, args, newTarget: Callable) => inPlace(() => construct(each, args, newTarget === made ? each : newTarget) as object, args),
      });
      return made;
    });
    const constructor = getOwnPropertyDescriptor(prototype, "constructor");
    if (constructor) {
      defineProperty(prototype, "constructor", { ...constructor, value: made });
      this.#undo.push(() => defineProperty(prototype, "constructor", constructor));
    }
  }

  /** An interface that this browser does not have, with one object of it at `navigator`. Its methods do nothing by themselves. */
  makeInterface(className: string, at: string, methods: Record<string, number>): void {
    const constructorOfIt = { [className]: function illegal() { throw new TypeError("Illegal constructor"); } }[className]!;
    Reflect.defineProperty(constructorOfIt, "name", { value: className, configurable: true });
    Reflect.defineProperty(constructorOfIt, "prototype", { value: Object.create(EventTarget.prototype) as object, writable: false });
    const { prototype } = constructorOfIt as unknown as { prototype: object };
    this.#made(constructorOfIt, className);
    defineProperty(prototype, "constructor", { value: constructorOfIt, writable: true, configurable: true });
    defineProperty(prototype, Symbol.toStringTag, { value: className, configurable: true });
    for (const name of Object.keys(methods)) {
      const method = { [name]() { return undefined; } }[name]!;
      this.#made(method, name);
      defineProperty(prototype, name, { value: method, writable: true, enumerable: true, configurable: true });
    }
    const only = Object.setPrototypeOf(new EventTarget(), prototype) as object;
    const getter = Reflect.getOwnPropertyDescriptor({ get [at]() { return only; } }, at)!.get!;
    this.#made(getter, `get ${at}`);
    defineProperty(Navigator.prototype, at, { get: getter, set: undefined, enumerable: true, configurable: true });
    defineProperty(window, className, { value: constructorOfIt, writable: true, configurable: true });
    this.#undo.push(() => {
      Reflect.deleteProperty(Navigator.prototype, at);
      Reflect.deleteProperty(window, className);
    });
  }

  #made(fn: object, name: string): void {
    this.#disguises.set(fn, this.#nativeText.replace("parseInt", name));
  }

  /** Done when the browser's own are put back: what is known by those in their place is known no longer. */
  whenRestored(then: () => void): void {
    this.#undo.push(then);
  }

  /** Puts the browser's own back. */
  restore(): void {
    for (const undo of this.#undo.splice(0).toReversed()) undo();
  }

  #replace(owner: object | undefined, name: PropertyKey, part: "value" | "get" | "set", make: (native: Callable) => Callable): void {
    const descriptor = owner && getOwnPropertyDescriptor(owner, name);
    const native = descriptor?.[part] as Callable | undefined;
    if (!owner || !descriptor?.configurable || typeof native !== "function") return;
    const made = make(native);
    this.#disguises.set(made, native);
    defineProperty(owner, name, { ...descriptor, [part]: made });
    this.#undo.push(() => defineProperty(owner, name, descriptor));
  }
}
