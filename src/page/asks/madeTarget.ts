/** An event target that says it is of the browser's own class, where there is one, with these members. */
export function madeTarget<Members extends object>(className: string, members: Members): EventTarget & Members {
  const target = new EventTarget();
  const native = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[className];
  if (native) Object.setPrototypeOf(target, native.prototype);
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(members));
  return target as EventTarget & Members;
}

export function bytesOf(base64: string | undefined): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64 ?? ""), (character) => character.charCodeAt(0));
}

export const viewOf = (base64: string | undefined): DataView => new DataView(bytesOf(base64).buffer);

export function base64Of(source: BufferSource): string {
  const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
  return btoa(String.fromCharCode(...bytes));
}

/** Fires an event, with the handler that is a property of the target. */
export function fire(target: EventTarget, event: Event): void {
  target.dispatchEvent(event);
  const handler = (target as unknown as Record<string, unknown>)[`on${event.type}`];
  if (typeof handler === "function") Reflect.apply(handler, target, [event]);
}
