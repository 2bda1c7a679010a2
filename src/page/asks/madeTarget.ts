import { bytesOfBase64 } from "../state/bytes.ts";

/** An event target that says it is of the browser's own class, where there is one, with these members. */
export function madeTarget<Members extends object>(className: string, members: Members): EventTarget & Members {
  const target = new EventTarget();
  const native = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[className];
  if (native) Object.setPrototypeOf(target, native.prototype);
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(members));
  return target as EventTarget & Members;
}

export const viewOf = (base64: string | undefined): DataView => new DataView(bytesOfBase64(base64 ?? "").buffer);

/** Fires an event, with the handler that is a property of the target. */
export function fire(target: EventTarget, event: Event): void {
  target.dispatchEvent(event);
  const handler = (target as unknown as Record<string, unknown>)[`on${event.type}`];
  if (typeof handler === "function") Reflect.apply(handler, target, [event]);
}
