/** Both browsers find this before anything of the script runs. */
const REDECLARED = /^SyntaxError: (?:Identifier '([^']+)' has already been declared|redeclaration of \S+ ([^\s;,]+))/;

/** The name that an earlier script has declared already, when that is what an exception says. */
export function redeclaredName(exception: string): { redeclared?: string } {
  const [, chromium, firefox] = REDECLARED.exec(exception) ?? [];
  const redeclared = chromium ?? firefox;
  return redeclared === undefined ? {} : { redeclared };
}
