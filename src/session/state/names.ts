import { DroverError } from "../../protocol/errors.ts";

/** Names that become file names: nothing that could lead anywhere else. */
export function checkName(name: string, what: string): void {
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/.test(name) && !name.includes("..")) return;
  throw new DroverError("bad-input", `"${name}" cannot be ${what}'s name`, {
    hint: "Use letters, digits, dots, dashes and underscores; no leading dot, no separators, no \"..\".",
  });
}
