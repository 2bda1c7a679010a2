/**
 * What a script finds beside the language itself. It runs in the sandbox: `call` and `print` are all that reaches out of it, both by text.
 * Methods are named as the library's are; a refusal is thrown, with the whole answer.
 */
export const PRELUDE = `((call, print) => {
  class ToolError extends Error {
    constructor(tool, data) {
      super(data.message ?? data.error ?? "it said no");
      Object.assign(this, { name: "ToolError", tool, code: data.error, hint: data.hint, data });
    }
  }
  const toolOf = (method) => method.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase());
  const invoke = async (tool, input = {}) => {
    const [ok, data] = JSON.parse(await call(tool, JSON.stringify(input)));
    if (!ok) throw new ToolError(tool, data);
    return data;
  };
  const session = new Proxy(Object.freeze({ call: invoke }), {
    get: (own, name) => own[name] ?? (typeof name === "symbol" || name === "then" ? undefined : (input) => invoke(toolOf(name), input)),
  });
  const shown = (value) => (typeof value === "string" ? value : value instanceof Error ? String(value) : (JSON.stringify(value) ?? String(value)));
  const line = (...values) => print(values.map(shown).join(" "));
  Object.assign(globalThis, { session, ToolError, console: { log: line, info: line, warn: line, error: line, debug: line } });
  return (code, args) => {
    const compile = (body) => (0, eval)("(async (args) => {" + body + "\\n})");
    let run;
    try {
      run = compile("return (" + code + "\\n);");
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      run = compile(code);
    }
    return run(JSON.parse(args)).then((value) => (typeof value === "function" ? value(session, JSON.parse(args)) : value)).then((value) => JSON.stringify(value ?? null));
  };
})`;
