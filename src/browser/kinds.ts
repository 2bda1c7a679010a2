/** What drives a browser: the protocol that it speaks. */
export type EngineName = "chromium" | "firefox";

export const browserKinds = ["chromium", "chrome", "edge", "brave", "firefox"] as const;

export type BrowserKind = "chrome" | "chromium" | "edge" | "brave" | "firefox";

export const engineOf = (kind: BrowserKind): EngineName => (kind === "firefox" ? "firefox" : "chromium");

/** What a program file's name says about it; an unknown name is taken for something built on Chromium. */
export function kindOfExecutable(file: string): BrowserKind {
  const name = file.split(/[\\/]/).at(-1)?.toLowerCase() ?? "";
  if (/firefox|librewolf/.test(name)) return "firefox";
  if (/edge/.test(name)) return "edge";
  if (/brave/.test(name)) return "brave";
  if (/chrome/.test(name)) return "chrome";
  return "chromium";
}
