import { isDeepStrictEqual } from "node:util";
import type { FixtureServer } from "./fixtureServer.ts";
import { page } from "./page.ts";
import type { TestSession } from "./session.ts";

/** A call on the page; `find` in its input stands for the ref of what that query finds first. */
type CaseCall = [tool: string, input: Record<string, unknown>];

/** A small page, what is done on it, and what must have come of it. */
export interface ActionCase {
  name: string;
  /** The body, or a whole document when it begins with a doctype. */
  html: string;
  /** Documents for frames, by path. */
  frames?: Record<string, string>;
  viewport?: { width: number; height: number };
  /** Happens in the page a second after it was told, just before the last call. */
  later?: string;
  calls: CaseCall[];
  /** The last call must be refused with this code. */
  refused?: string;
  /** Read in the page at the end. */
  sees: string;
  as: unknown;
}

/** More than the usual wait for readiness, and said by the caller. */
export const PATIENT = { timeoutMs: 20_000 };
const LATER_MS = 1000;

/** Plays the cases one after another and tells which of them came out otherwise, and how. */
export async function missesOf(cases: ActionCase[], session: TestSession, server: FixtureServer): Promise<string[]> {
  const misses: string[] = [];
  for (const each of cases) {
    const told = await play(each, session, server).catch((thrown: unknown) => String(thrown));
    if (told !== undefined) misses.push(`${each.name}: ${told}`);
  }
  return misses;
}

async function play({ name, html, frames = {}, viewport = { width: 800, height: 600 }, later, calls, refused, sees, as }: ActionCase, session: TestSession, server: FixtureServer): Promise<string | undefined> {
  const place = `/${name.replaceAll(/\W+/g, "-")}`;
  for (const [path, body] of Object.entries(frames)) server.html(path, documentOf(body));
  await session.call("set_viewport", { ...viewport, mode: "none" });
  await session.call("navigate", { url: server.html(place, documentOf(html)), mode: "none" });
  for (const [index, [tool, given]] of calls.entries()) {
    const last = index === calls.length - 1;
    if (last && later) await session.call("eval_js", { expr: `void setTimeout(() => { ${later} }, ${LATER_MS})` });
    const result = await session.call(tool, await withRef(session, given));
    const failure = result.ok === false ? (result.error as string) : undefined;
    if (last && refused !== undefined ? failure !== refused : failure !== undefined) return `${tool} answered ${failure ?? "ok"}: ${result.message ?? ""}`;
  }
  const { value } = await session.call("eval_js", { expr: sees });
  return isDeepStrictEqual(value, as) ? undefined : `the page has ${JSON.stringify(value)} and not ${JSON.stringify(as)}`;
}

const documentOf = (html: string) => (html.startsWith("<!doctype") ? html : page(html));

async function withRef(session: TestSession, { find, ...input }: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (find === undefined) return input;
  const { candidates } = await session.call("find", { query: find });
  return { ...input, ref: candidates[0]?.ref ?? "e0" };
}
