import { z } from "zod";
import { checkPlace, checkUrls, setCookies } from "../../session/state/cookies.ts";
import { defineTool } from "../defineTool.ts";
import { both, cookieShape, sameSite, warnings } from "./shapes.ts";

const cookieTool = { family: "storage", needs: "session", tells: "page", engines: both, batch: true } as const;

/** Addresses that cookies are looked up by. */
const webUrl = z.string().min(1);

export const cookiesGet = defineTool({
  ...cookieTool,
  name: "cookies_get",
  capability: "read",
  effect: "read",
  summary: "Read one cookie by name.",
  details: "`url` limits it to cookies that would be sent there. Without it the first of that name counts, and a warning says so when there are more. Needs no navigation.",
  input: z.object({ name: z.string().min(1), url: webUrl.optional() }),
  output: z.object({ ok: z.literal(true), cookie: cookieShape.nullable(), warnings }),
  examples: [{ name: "session_id", url: "https://app.example.com" }],
  cli: { positional: ["name"] },
  run: async ({ session, warn }, { name, url }) => {
    const cookies = await session.context.cookies(url === undefined ? undefined : checkUrls([url]));
    const [first, ...more] = cookies.filter((cookie) => cookie.name === name).toSorted((a, b) => b.path.length - a.path.length);
    if (more.length > 0) {
      const places = [first!, ...more].map(({ domain, path }) => domain + path);
      warn(`${places.length} cookies have this name (${places.join(", ")}); the first is shown. Pass url to choose.`);
    }
    return { ok: true as const, cookie: first ?? null };
  },
});

export const cookiesList = defineTool({
  ...cookieTool,
  name: "cookies_list",
  capability: "read",
  effect: "read",
  summary: "List the session's cookies, or those that would be sent to some URLs.",
  input: z.object({ urls: z.array(webUrl).optional() }),
  output: z.object({ ok: z.literal(true), count: z.number(), cookies: z.array(cookieShape) }),
  examples: [{ urls: ["https://app.example.com/account"] }],
  cli: { positional: ["urls"] },
  run: async ({ session }, { urls }) => {
    const cookies = await session.context.cookies(urls && checkUrls(urls));
    return { ok: true as const, count: cookies.length, cookies };
  },
});

export const cookiesSet = defineTool({
  ...cookieTool,
  name: "cookies_set",
  capability: "action",
  effect: "write",
  summary: "Set a cookie, placed by `url` (recommended) or by `domain` and `path`.",
  details: "`url` gives domain, path and secure. `expires` is in Unix seconds; absent or -1 makes a session cookie.",
  input: z.object({
    name: z.string().min(1),
    value: z.string(),
    url: webUrl.optional(),
    domain: z.string().min(1).optional(),
    path: z.string().min(1).optional(),
    expires: z.number().optional(),
    httpOnly: z.boolean().optional(),
    secure: z.boolean().optional(),
    sameSite: sameSite.optional(),
  }),
  output: z.object({ ok: z.literal(true), name: z.string() }),
  examples: [{ name: "opt-out", value: "1", url: "https://app.example.com" }],
  cli: { positional: ["name", "value"] },
  run: async ({ session }, cookie) => {
    checkPlace(cookie);
    await setCookies(session.context, [cookie]);
    return { ok: true as const, name: cookie.name };
  },
});

export const cookiesDelete = defineTool({
  ...cookieTool,
  name: "cookies_delete",
  capability: "action",
  effect: "destructive",
  summary: "Delete cookies of one name, everywhere or where `url` or `domain` and `path` say.",
  details: "Deleting what is not there is fine.",
  input: z.object({
    name: z.string().min(1),
    url: webUrl.optional(),
    domain: z.string().min(1).optional(),
    path: z.string().min(1).optional(),
  }),
  output: z.object({ ok: z.literal(true), name: z.string() }),
  examples: [{ name: "session_id", url: "https://app.example.com" }],
  cli: { positional: ["name"] },
  run: async ({ session }, match) => {
    if (match.url !== undefined) checkUrls([match.url]);
    await session.context.deleteCookies(match);
    return { ok: true as const, name: match.name };
  },
});

export const cookiesClear = defineTool({
  ...cookieTool,
  name: "cookies_clear",
  capability: "action",
  effect: "destructive",
  summary: "Delete all cookies of the session.",
  details: "localStorage and sessionStorage are not touched. A persistent session loses its profile's cookies.",
  input: z.object({}),
  output: z.object({ ok: z.literal(true), cleared: z.number() }),
  examples: [{}],
  run: async ({ session }) => {
    const { length } = await session.context.cookies();
    await session.context.clearCookies();
    return { ok: true as const, cleared: length };
  },
});
