import { isDeepStrictEqual } from "node:util";
import { page } from "../support/page.ts";

/** A call on the page; `find` in its input stands for the ref of what that query finds first. */
export type CaseCall = [tool: string, input: Record<string, unknown>];

/** A small page, what is done on it, and what must have come of it. */
export interface ActionCase {
  name: string;
  /** The body, or a whole document when it begins with a doctype. */
  html: string;
  /** Documents for frames, by path. */
  frames?: Record<string, string>;
  viewport?: Viewport;
  /** The same page may be left from the case before: what is read at the end is only of the last call. */
  reuses?: true;
  /** Happens in the page a moment after it was told, just before the last call. */
  later?: string;
  /** `later` happens only when the wait for readiness would be over for a caller who allowed no time. */
  longAfter?: true;
  calls: CaseCall[];
  /** The last call must be refused with this code. */
  refused?: string;
  /** Read in the page at the end. */
  sees: string;
  as: unknown;
  /** What a page sees on Firefox, where that differs. */
  onFirefox?: unknown;
}

/** By what is said of them: "clicks land on their target". */
export type ActionTables = Record<string, readonly ActionCase[]>;

interface Viewport {
  width: number;
  height: number;
}

/** Where cases are played: a session of a tool under test, and a server for their pages. */
export interface Stage {
  engine: "chromium" | "firefox";
  /** Serves a document at a path and returns its address. */
  serve(path: string, html: string): string;
  show(url: string): Promise<unknown>;
  resize(viewport: Viewport): Promise<unknown>;
  /** The code of its refusal, if it is one, and its message. */
  call(tool: string, input: Record<string, unknown>): Promise<{ error?: string; message?: string }>;
  /** The ref of what a query finds first. */
  find(query: string): Promise<string>;
  evaluate(expression: string): Promise<unknown>;
}

/** More than the usual wait for readiness, and said by the caller. */
export const PATIENT = { timeoutMs: 20_000 };
const LATER_MS = 150;
const LONG_AFTER_MS = 1000;
const USUAL: Viewport = { width: 800, height: 600 };

/** Plays the cases one after another and tells which of them came out otherwise, and how. */
export async function missesOf(cases: readonly ActionCase[], stage: Stage): Promise<string[]> {
  const misses: string[] = [];
  let size: Viewport | undefined;
  let shown: string | undefined;
  for (const each of cases) {
    const { viewport = USUAL } = each;
    if (!isDeepStrictEqual(viewport, size)) await stage.resize(viewport);
    size = viewport;
    if (!each.reuses || each.html !== shown) await show(each, stage);
    shown = each.html;
    const told = await play(each, stage).catch((thrown: unknown) => String(thrown));
    if (told !== undefined) misses.push(`${each.name}: ${told}`);
  }
  return misses;
}

async function show({ name, html, frames = {} }: ActionCase, stage: Stage): Promise<void> {
  for (const [path, body] of Object.entries(frames)) stage.serve(path, documentOf(body));
  await stage.show(stage.serve(`/${name.replaceAll(/\W+/g, "-")}`, documentOf(html)));
}

async function play({ later, longAfter, calls, refused, sees, as, onFirefox = as }: ActionCase, stage: Stage): Promise<string | undefined> {
  for (const [index, [tool, given]] of calls.entries()) {
    const last = index === calls.length - 1;
    if (last && later) await stage.evaluate(`void setTimeout(() => { ${later} }, ${longAfter ? LONG_AFTER_MS : LATER_MS})`);
    const { error, message } = await stage.call(tool, await withRef(stage, given));
    if (last && refused !== undefined ? error !== refused : error !== undefined) return `${tool} answered ${error ?? "ok"}: ${message ?? ""}`;
  }
  const value = await stage.evaluate(sees);
  const expected = stage.engine === "firefox" ? onFirefox : as;
  return isDeepStrictEqual(value, expected) ? undefined : `the page has ${JSON.stringify(value)} and not ${JSON.stringify(expected)}`;
}

const documentOf = (html: string) => (html.startsWith("<!doctype") ? html : page(html));

async function withRef(stage: Stage, { find, ...input }: Record<string, unknown>): Promise<Record<string, unknown>> {
  return typeof find === "string" ? { ...input, ref: await stage.find(find) } : input;
}
