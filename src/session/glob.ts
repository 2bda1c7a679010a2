import { DroverError } from "../protocol/errors.ts";

const special = /[$()*+.?[\\\]^{|}]/g;

/**
 * A URL glob as a regular expression: `*` is anything but a slash, `**` is anything, `{a,b}` is either. Everything else,
 * `?` too, stands for itself. A glob that begins with a slash is for every origin.
 */
export function globSource(glob: string): string {
  let source = glob.startsWith("/") ? "^[a-z]+://[^/]*" : "^";
  let depth = 0;
  for (let index = 0; index < glob.length; index++) {
    const char = glob[index]!;
    if (char === "\\" && index + 1 < glob.length) source += glob[++index]!.replace(special, "\\$&");
    else if (char === "*") {
      const double = glob[index + 1] === "*";
      if (double) index++;
      // "**/x" also means "x" right at the beginning of a path.
      if (double && glob[index + 1] === "/") {
        index++;
        source += "(?:.*/)?";
      } else source += double ? ".*" : "[^/]*";
    } else if (char === "{") {
      depth++;
      source += "(?:";
    } else if (char === "}" && depth > 0) {
      depth--;
      source += ")";
    } else if (char === "," && depth > 0) source += "|";
    else source += char.replace(special, "\\$&");
  }
  if (depth > 0) throw new DroverError("bad-input", `the pattern "${glob}" has a { without its }`, { hint: "Write \\{ for a brace." });
  return `${source}$`;
}

export const globToRegExp = (glob: string): RegExp => new RegExp(globSource(glob));

/** A pattern in the browser's simpler language (`*` any text) that matches at least what the glob does. */
export function looseGlob(glob: string): string {
  const loose = glob
    .replaceAll(/\\(.)/g, (_, char: string) => (/[*?\\]/.test(char) ? "*" : char))
    .replaceAll(/\{[^}]*\}/g, "*")
    .replaceAll("?", "*")
    .replaceAll(/\*+\/?/g, "*");
  return glob.startsWith("/") ? `*${loose}` : loose;
}
