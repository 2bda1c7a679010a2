import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Cookie } from "../../engine/port.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";
import { both, cookieShape } from "../storage/shapes.ts";
import { conditionsOf, loadStates, nothingToWaitFor, type Condition } from "./conditions.ts";

const DEFAULT_WAIT_MS = 30_000;
/** What the last look may take beyond the wait. */
const SLACK_MS = 2000;
const INTERVAL_MS = 50;

const waiting = {
  family: "operations",
  capability: "read",
  effect: "read",
  engines: both,
  batch: true,
  concurrent: true,
  deadline: ({ timeoutMs = DEFAULT_WAIT_MS }: { timeoutMs?: number }) => timeoutMs + SLACK_MS,
} as const;

const timeoutMs = z.number().positive().optional();

export const wait = defineTool({
  ...waiting,
  name: "wait",
  needs: "page",
  tells: "page",
  summary: "Wait until a selector or text is visible, the URL matches, JavaScript is truthy, or the page has loaded.",
  details: `What is given must hold at the same time. \`url\` is a part of the address or a regular expression for it; \`js\` needs the capability
\`eval\`; \`state\` is \`domcontentloaded\`, \`load\` or \`networkidle\` (loaded, and no request for 500 ms). \`timeoutMs\` is 30000 unless given.
Other calls of the session go on meanwhile.`,
  input: z.object({
    selector: z.string().min(1).optional(),
    text: z.string().min(1).optional(),
    url: z.string().min(1).optional(),
    js: z.string().min(1).optional(),
    state: z.enum(loadStates).optional(),
    timeoutMs,
  }),
  output: z.object({ ok: z.literal(true), elapsedMs: z.number(), url: z.string() }),
  examples: [{ selector: ".results", timeoutMs: 10_000 }, { url: "/dashboard", state: "networkidle" }],
  cli: { positional: ["selector"] },
  text: ({ elapsedMs }, { reader }) => (reader === "agent" ? undefined : `${elapsedMs} ms`),
  run: async (context, { timeoutMs: limit = DEFAULT_WAIT_MS, ...input }) => {
    const { page, signal } = context;
    if (input.js !== undefined) context.require("eval", "waiting for JavaScript");
    const conditions = conditionsOf(page, input, signal);
    if (conditions.length === 0) throw nothingToWaitFor();
    const started = Date.now();
    let unmet: Condition[] = conditions;
    const met = await until(limit, signal, async () => {
      if (page.engine.closed) throw new DroverError("page-closed", "the page was closed during the wait");
      unmet = await thoseUnmet(conditions);
      return unmet.length === 0 || undefined;
    });
    const elapsedMs = Date.now() - started;
    if (met) return { ok: true as const, elapsedMs, url: page.url };
    throw new DroverError("timeout", `waited ${limit} ms for ${unmet.map(({ what }) => what).join(" and ")}`, {
      hint: "Look with snapshot or screenshot what the page shows instead, or pass a longer timeoutMs.",
      failure: { source: "app", hint: "The page never reached that state." },
      fields: { unmet: unmet.map(({ what }) => what), elapsedMs, url: page.url },
    });
  },
});

export const waitForCookie = defineTool({
  ...waiting,
  name: "wait_for_cookie",
  needs: "session",
  tells: "page",
  summary: "Wait until a cookie of this name exists, e.g. after somebody logs in.",
  details: "`domain` takes the cookie's own domain and those below it. A cookie that is there already counts. `timeoutMs` is 30000 unless given. Other calls of the session go on meanwhile.",
  input: z.object({ name: z.string().min(1), domain: z.string().min(1).optional(), timeoutMs }),
  output: z.object({ ok: z.literal(true), cookie: cookieShape, elapsedMs: z.number() }),
  examples: [{ name: "session_id", domain: "example.com", timeoutMs: 120_000 }],
  cli: { positional: ["name"] },
  text: ({ cookie }, { reader }) => (reader === "agent" ? undefined : `${cookie.name}=${cookie.value}`),
  run: async ({ session, signal }, { name, domain, timeoutMs: limit = DEFAULT_WAIT_MS }) => {
    const started = Date.now();
    const cookie = await until(limit, signal, async () =>
      (await session.context.cookies()).find((each) => each.name === name && (domain === undefined || isUnder(each, domain))),
    );
    const elapsedMs = Date.now() - started;
    if (cookie) return { ok: true as const, cookie, elapsedMs };
    throw new DroverError("timeout", `waited ${limit} ms for a cookie "${name}"${domain ? ` of ${domain}` : ""}`, {
      hint: "cookies_list shows those there are; pass a longer timeoutMs when a person has to act first.",
      failure: { source: "app" },
      fields: { elapsedMs },
    });
  },
});

function isUnder({ domain }: Cookie, wanted: string): boolean {
  const bare = (name: string) => name.replace(/^\./, "").toLowerCase();
  return bare(domain) === bare(wanted) || bare(domain).endsWith(`.${bare(wanted)}`);
}

async function thoseUnmet(conditions: Condition[]): Promise<Condition[]> {
  const held = await Promise.all(conditions.map((condition) => condition.holds()));
  return conditions.filter((_, index) => !held[index]);
}

/** Looks again and again until there is something; undefined when the time is over. */
async function until<T>(limitMs: number, signal: AbortSignal, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    const left = end - Date.now();
    if (left <= 0) return undefined;
    await pause(Math.min(INTERVAL_MS, left), undefined, { signal });
  }
}
