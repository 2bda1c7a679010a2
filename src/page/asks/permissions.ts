import type { AskMode } from "./api.ts";
import type { Asker } from "./asker.ts";
import type { Kit } from "./kit.ts";

type Constraints = { audio?: unknown; video?: unknown } | undefined;
type Native = (...args: unknown[]) => unknown;

const DENIED = "Permission denied";
const notAllowed = () => new DOMException(DENIED, "NotAllowedError");

/** `NotAllowedError` of the Geolocation API, which has a class of its own that nobody can construct. */
function positionDenied(): GeolocationPositionError {
  const error = Object.create(GeolocationPositionError.prototype) as GeolocationPositionError;
  for (const [name, value] of Object.entries({ code: 1, message: "User denied Geolocation" })) Reflect.defineProperty(error, name, { value });
  return error;
}

/** The sensors that each need a permission. */
const sensorPermissions: [className: string, permissions: string[]][] = [
  ["AbsoluteOrientationSensor", ["accelerometer", "gyroscope", "magnetometer"]],
  ["RelativeOrientationSensor", ["accelerometer", "gyroscope"]],
  ["Magnetometer", ["magnetometer"]],
  ["Gyroscope", ["gyroscope"]],
  ["LinearAccelerationSensor", ["accelerometer"]],
  ["GravitySensor", ["accelerometer"]],
  ["Accelerometer", ["accelerometer"]],
];

/** Routes what needs a permission through the session's policy. */
export function wrapPermissions(kit: Kit, asker: Asker): void {
  const { permissions } = navigator;
  const { query } = globalThis.Permissions?.prototype ?? {};
  const stateOf = globalThis.PermissionStatus && Reflect.getOwnPropertyDescriptor(PermissionStatus.prototype, "state")?.get;
  const modeOf = (name: string): AskMode => asker.config.permissions.perPermission[name] ?? asker.config.permissions.mode;

  /** The browser's own word; undefined where it has none. */
  async function nativeState(name: string): Promise<string | undefined> {
    if (!query || !stateOf) return undefined;
    try {
      const descriptor = name === "midi-sysex" ? { name: "midi", sysex: true } : { name };
      return Reflect.apply(stateOf, await Reflect.apply(query, permissions, [descriptor]), []) as string;
    } catch {
      // A name that this browser does not know.
      return undefined;
    }
  }

  async function isAllowed(permission: string): Promise<boolean> {
    const mode = modeOf(permission);
    if (mode === "ask-human") return (await asker.ask({ ask: "permission", permission, handledAs: "asked-human" })) === true;
    // What the browser has granted already is not asked for.
    const allowed = mode === "allow" || (mode === "raise" && (await nativeState(permission)) === "granted");
    asker.tell({ ask: "permission", permission, handledAs: allowed ? "allowed" : mode === "deny" ? "denied" : "raised" });
    return allowed;
  }

  async function areAllowed(names: string[]): Promise<boolean> {
    for (const name of names) if (!(await isAllowed(name))) return false;
    return true;
  }

  const guarded = async (names: string[], go: Native, args: unknown[]): Promise<unknown> => {
    if (!(await areAllowed(names))) throw notAllowed();
    return go(...args);
  };

  kit.method(globalThis.MediaDevices?.prototype, "getUserMedia", (native, _self, args) => {
    const { audio, video } = (args[0] as Constraints) ?? {};
    const names = [...(video ? ["camera"] : []), ...(audio ? ["microphone"] : [])];
    return names.length === 0 ? native(...args) : guarded(names, native, args);
  });
  for (const [name, permission] of [["read", "clipboard-read"], ["readText", "clipboard-read"], ["write", "clipboard-write"], ["writeText", "clipboard-write"]] as const)
    kit.method(globalThis.Clipboard?.prototype, name, (native, _self, args) => guarded([permission], native, args));
  kit.method(Navigator.prototype, "requestMIDIAccess", (native, _self, args) => guarded([(args[0] as { sysex?: boolean } | undefined)?.sysex ? "midi-sysex" : "midi"], native, args));
  kit.method((globalThis as { SyncManager?: { prototype: object } }).SyncManager?.prototype, "register", (native, _self, args) => guarded(["background-sync"], native, args));

  kit.method(globalThis.Geolocation?.prototype, "getCurrentPosition", (native, _self, args) => {
    if (typeof args[0] !== "function") return native(...args);
    void isAllowed("geolocation").then((allowed) => (allowed ? native(...args) : typeof args[1] === "function" && args[1](positionDenied())));
    return undefined;
  });
  // The id is needed before the answer is there: ids of our own stand for the browser's.
  const watches = new Map<number, number | undefined>();
  let lastWatch = 0;
  kit.method(globalThis.Geolocation?.prototype, "watchPosition", (native, _self, args) => {
    if (typeof args[0] !== "function") return native(...args);
    const id = ++lastWatch;
    watches.set(id, undefined);
    void isAllowed("geolocation").then((allowed) => {
      if (!watches.has(id)) return;
      if (allowed) watches.set(id, native(...args) as number);
      else if (typeof args[1] === "function") args[1](positionDenied());
    });
    return id;
  });
  kit.method(globalThis.Geolocation?.prototype, "clearWatch", (native, _self, args) => {
    const own = watches.get(Number(args[0]));
    watches.delete(Number(args[0]));
    return own === undefined ? undefined : native(own);
  });

  for (const [className, names] of sensorPermissions) {
    const sensor = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[className];
    if (sensor) startsAsked(sensor, names);
  }
  function startsAsked(sensor: { prototype: object }, names: string[]): void {
    const base = Object.getPrototypeOf(sensor.prototype) as object;
    if (!sensorBases.has(base)) {
      sensorBases.add(base);
      kit.method(base, "start", (native, self) => {
        const needed = needs.find(([prototype]) => Object.prototype.isPrototypeOf.call(prototype, self))?.[1];
        if (!needed) return native();
        void areAllowed(needed).then((allowed) => {
          if (allowed) native();
          else (self as EventTarget).dispatchEvent(new (globalThis as unknown as { SensorErrorEvent: new (type: string, init: object) => Event }).SensorErrorEvent("error", { error: notAllowed() }));
        });
        return undefined;
      });
    }
    needs.push([sensor.prototype, names]);
  }

  // The states that a page reads follow from what the policy would answer.
  const denied = new WeakSet<object>();
  kit.method(globalThis.Permissions?.prototype, "query", (native, _self, args) =>
    (native(...args) as Promise<object>).then((status) => {
      const { name, sysex } = (args[0] ?? {}) as { name?: string; sysex?: boolean };
      if (modeOf(name === "midi" && sysex ? "midi-sysex" : String(name)) === "deny") denied.add(status);
      return status;
    }),
  );
  kit.getter(globalThis.PermissionStatus?.prototype, "state", (native, self) => (denied.has(self) ? "denied" : native()));
  kit.getter(globalThis.Notification, "permission", (native) => (modeOf("notifications") === "deny" ? "denied" : native()));
  kit.method(globalThis.Notification, "requestPermission", (native, _self, args) => {
    const answer = isAllowed("notifications").then((allowed) => (allowed ? native() : "denied"));
    if (typeof args[0] === "function") void answer.then(args[0] as (state: unknown) => void);
    return answer;
  });
}

const sensorBases = new WeakSet<object>();
const needs: [prototype: object, permissions: string[]][] = [];
