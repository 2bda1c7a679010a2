import type { AsksApi, PermissionStateName } from "./api.ts";

/** What the browser itself says: page code lives in a world that no policy has touched. */
export const permissionStates: AsksApi["permissionStates"] = async ({ names }) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await stateOf(name)] as const)));

async function stateOf(name: string): Promise<PermissionStateName> {
  const descriptor = name === "midi-sysex" ? { name: "midi", sysex: true } : { name };
  try {
    return (await navigator.permissions.query(descriptor as unknown as PermissionDescriptor)).state;
  } catch {
    // A name that this browser does not know, or a document without permissions.
    return "unknown";
  }
}
