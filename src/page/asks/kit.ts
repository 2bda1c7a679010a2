/**
 * Puts functions in the place of the browser's own that a page cannot tell from them: a proxy has its function's name, length, properties and
 * prototype, and `Function.prototype.toString` is told what it stands for, in other documents of the same origin too.
 */
type Callable = (...args: never[]) => unknown;
type Disguises = WeakMap<object, object>;

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

  constructor(key: string) {
    this.#disguises = sharedDisguises(`${key}-disguises`);
    const disguises = this.#disguises;
    const { get } = WeakMap.prototype;
    const standsFor = (self: object) => (apply(get, disguises, [self]) as object | undefined) ?? self;
    this.#replace(Function.prototype, "toString", "value", (native) => new Proxy(native, { apply: (target, self: object, args) => apply(target, standsFor(self), args) }));
  }

  /** A method, where the browser has it. */
  method(owner: object | undefined, name: PropertyKey, inPlace: InPlace): void {
    this.#replace(owner, name, "value", (native) => new Proxy(native, { apply: (target, self: object, args) => inPlace((...given) => apply(target, self, given), self, args) }));
  }

  getter(owner: object | undefined, name: PropertyKey, inPlace: InPlace): void {
    this.#replace(owner, name, "get", (native) => new Proxy(native, { apply: (target, self: object, args) => inPlace((...given) => apply(target, self, given), self, args) }));
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

  /** Puts the browser's own back. */
  restore(): void {
    for (const undo of this.#undo.splice(0).toReversed()) undo();
  }

  #replace(owner: object | undefined, name: PropertyKey, part: "value" | "get", make: (native: Callable) => Callable): void {
    const descriptor = owner && getOwnPropertyDescriptor(owner, name);
    const native = descriptor?.[part] as Callable | undefined;
    if (!owner || !descriptor?.configurable || typeof native !== "function") return;
    const made = make(native);
    this.#disguises.set(made, native);
    defineProperty(owner, name, { ...descriptor, [part]: made });
    this.#undo.push(() => defineProperty(owner, name, descriptor));
  }
}
