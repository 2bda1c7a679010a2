import { randomBytes } from "node:crypto";
import type { SessionPage } from "../session/sessionPage.ts";

interface PageCodeRun {
  /** A function's text. */
  code: string;
  arg?: unknown;
  ref?: string | undefined;
  frame?: string | undefined;
}

/** Runs a plugin's function in the page's own world, with an element before its argument where a ref is given. */
export async function runPageCode(page: SessionPage, { code, arg, ref, frame }: PageCodeRun, limitMs: number): Promise<unknown> {
  const argument = arg === undefined ? "undefined" : JSON.stringify(arg);
  if (ref === undefined) {
    const target = frame === undefined ? page.engine.mainFrame : page.frame(frame);
    return target.evaluate(calling(code, argument), { limitMs });
  }
  const { frame: place, target } = page.locate({ ref });
  const key = `drover-${randomBytes(12).toString("hex")}`;
  const kept = `globalThis[Symbol.for("${key}")]`;
  await place.run(`addEventListener("${key}", (event) => { ${kept} = event.composedPath()[0]; event.stopImmediatePropagation(); }, { once: true, capture: true })`);
  await place.ask("showElement", { target, event: key });
  return place.evaluate(`(() => { const element = ${kept}; delete ${kept}; return ${calling(code, `element, ${argument}`)}; })()`, { limitMs });
}

/** Compilers that keep the names of functions leave calls of a helper in their text. */
const calling = (code: string, args: string): string => `((__name) => (${code}\n)(${args}))((value) => value)`;
