import vm from "node:vm";

/** Is this the beginning of something, so that the next line belongs to it? Nothing is run: it is only parsed. */
export function isUnfinished(code: string): boolean {
  // Top-level await is fine in eval_js but not in a script.
  const plain = code.replaceAll(/\bawait\b/g, "void");
  try {
    void new vm.Script(plain);
    return false;
  } catch (error) {
    return error instanceof SyntaxError && /Unexpected end of input|Unterminated template/.test(error.message);
  }
}

/** A line is a command when it starts with one and does not go on as JavaScript would (`find = 1`, `open("x")`). */
export function looksLikeCommand(line: string, isCommand: (word: string) => boolean): boolean {
  const [, word = "", rest = ""] = /^\s*([A-Za-z][\w-]*)(?:\s+|$)([\s\S]*)/.exec(line) ?? [];
  return word !== "" && isCommand(word) && !/^(=(?!\w)|[+*/%<>&|?:,;.]|instanceof\b|in\b)/.test(rest);
}
