/** Where a window may be opened. A daemon has its first client's, which need not be those of the one that asks for a window. */
const variables = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"];

export type Display = Record<string, string>;

export const displayOf = (env: Record<string, string | undefined>): Display =>
  Object.fromEntries(variables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));

export const hasDisplay = (env: Record<string, string | undefined>): boolean =>
  process.platform !== "linux" || !!env["DISPLAY"] || !!env["WAYLAND_DISPLAY"];
