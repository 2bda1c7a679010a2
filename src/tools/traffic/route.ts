import { z } from "zod";
import { isBrowsersOwnHeader } from "../../policy/browsersOwnHeader.ts";
import { DroverError } from "../../protocol/errors.ts";
import { cannedResponse, requestChange, type LeftToNetwork } from "../../session/routes.ts";
import type { SessionContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { givenAnswer } from "./givenAnswer.ts";

const target = { urlPattern: z.string().min(1), method: z.string().min(1).optional() };

const routes = z.array(z.object({ urlPattern: z.string(), method: z.string().optional(), does: z.enum(["abort", "pass", "change"]).optional(), served: z.number(), left: z.number().optional() }));

const engines = { chromium: "full", firefox: { partial: "the document that a popup opens with may be faster than a route for it; `change.url` is refused" } } as const;

export const route = defineTool({
  name: "route",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Answer every request that matches a URL glob with one canned response, or abort, change or pass it.",
  details: `In the glob \`*\` is one path segment, \`**\` anything, \`{a,b}\` either; one that begins with \`/\` is for every origin. Another
\`method\` passes to the network. The newest route that matches wins; the same pattern and method again replaces its route.
Requests of workers and service workers are answered too, those of shared workers are not. Routes end with the session.
A page, a script, a redirect and whatever else a browser would run needs \`eval\`; data does not.

\`abort\` lets the request fail as if the server were unreachable. \`pass\` lets it go to the network, past older routes. \`change\` sends it otherwise: another \`method\`, \`body\`, \`url\` (the page
does not see it), \`headers\` (null leaves one out). Another \`url\` needs \`eval\`, and so do changes of pages and scripts: without it only requests of the page's own code (fetch,
XMLHttpRequest) are changed. The session's guard judges the address that is asked.`,
  input: z.object({
    ...target,
    ...cannedResponse.shape,
    abort: z.boolean().optional().describe("let it fail"),
    pass: z.boolean().optional().describe("leave it to the network"),
    change: requestChange.optional().describe("send it otherwise"),
  }),
  output: z.object({ ok: z.literal(true), routes }),
  engines,
  examples: [{ urlPattern: "**/api/records*", method: "GET", status: 500, body: "{\"error\":\"boom\"}", contentType: "application/json" }, { urlPattern: "**/*.woff2", abort: true }],
  cli: { positional: ["urlPattern"] },
  run: async (context, { urlPattern, method, abort, pass, change, ...response }) => {
    const { session } = context;
    const instead = leftToNetwork(context, { abort, pass, change }, Object.keys(response));
    if (instead) await session.parts.routes.addUnanswered(urlPattern, method, instead);
    else await session.parts.routes.add(urlPattern, method, [givenAnswer(context, response)], { endless: true });
    return { ok: true as const, routes: session.parts.routes.list() };
  },
});

interface Unanswered {
  abort: boolean | undefined;
  pass: boolean | undefined;
  change: z.infer<typeof requestChange> | undefined;
}

function leftToNetwork({ client, require, session }: SessionContext, { abort, pass, change }: Unanswered, answer: string[]): LeftToNetwork | undefined {
  const asked = [abort && "abort", pass && "pass", change && "change", ...answer].filter((each) => typeof each === "string");
  if (!abort && !pass && !change) return undefined;
  if (asked.length > 1) throw new DroverError("bad-input", `${asked.join(" and ")} exclude each other`, { hint: "A route answers, aborts, passes or changes." });
  if (abort) return { kind: "abort" };
  if (!change) return { kind: "pass" };
  if (change.url !== undefined) {
    require("eval", "another url, which may be a script of another server,");
    // Tried with ESR 153: the other address is asked, and what it answers is cut off while the page reads it.
    if (session.engine === "firefox") throw new DroverError("unsupported-engine", "Firefox does not send a request to another url", { hint: "Answer it instead (body, status), or use a Chromium session." });
    if (!isWebAddress(change.url)) throw new DroverError("bad-input", `"${change.url}" is no address that a request can be sent to`, { hint: "Use http:// or https://, or a path that begins with /." });
  }
  const own = Object.keys(change.headers ?? {}).find(isBrowsersOwnHeader);
  if (own !== undefined) throw new DroverError("bad-input", `${own} is a header that the browser sets itself`, { hint: "Leave it out." });
  return { kind: "change", change, dataOnly: !client.capabilities.has("eval") };
}

const isWebAddress = (url: string): boolean => (url.startsWith("/") && URL.canParse(url, "http://x.example")) || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));

export const routeQueue = defineTool({
  name: "route_queue",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Answer successive requests that match a URL glob from a list of responses; then the network answers again.",
  details: "Each response has its own `delayMs`: a long one first and a short one second make answers arrive out of order.",
  input: z.object({ ...target, responses: z.array(cannedResponse).min(1).max(100) }),
  output: z.object({ ok: z.literal(true), routes }),
  engines,
  examples: [{ urlPattern: "**/api/save", responses: [{ body: "{\"rev\":1}", delayMs: 1200 }, { body: "{\"rev\":2}", delayMs: 50 }] }],
  run: async (context, { urlPattern, method, responses }) => {
    const { session } = context;
    const answers = responses.map((response) => givenAnswer(context, response));
    await session.parts.routes.add(urlPattern, method, answers, { endless: false });
    return { ok: true as const, routes: session.parts.routes.list() };
  },
});

export const unroute = defineTool({
  name: "unroute",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Remove a route by its pattern (and method), or all of them.",
  input: z.object({ urlPattern: z.string().min(1).optional(), method: z.string().min(1).optional() }),
  output: z.object({ ok: z.literal(true), removed: z.number(), routes }),
  engines,
  examples: [{}, { urlPattern: "**/api/save" }],
  cli: { positional: ["urlPattern"] },
  run: async ({ session }, { urlPattern, method }) => {
    const removed = await session.parts.routes.remove(urlPattern, method);
    return { ok: true as const, removed, routes: session.parts.routes.list() };
  },
});
