import { z } from "zod";
import { cannedResponse } from "../../session/routes.ts";
import { defineTool } from "../defineTool.ts";
import { givenAnswer } from "./givenAnswer.ts";

const target = { urlPattern: z.string().min(1), method: z.string().min(1).optional() };

const routes = z.array(z.object({ urlPattern: z.string(), method: z.string().optional(), served: z.number(), left: z.number().optional() }));

const engines = { chromium: "full", firefox: { partial: "the document that a popup opens with may be faster than a route for it" } } as const;

export const route = defineTool({
  name: "route",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Answer every request that matches a URL glob with one canned response.",
  details: `In the glob \`*\` is one path segment, \`**\` anything, \`{a,b}\` either; one that begins with \`/\` is for every origin. Another
\`method\` passes to the network. The newest route that matches wins; the same pattern and method again replaces its route.
Requests of workers and service workers are answered too, those of shared workers are not. Routes end with the session.
A page, a script, a redirect and whatever else a browser would run needs \`eval\`; data does not.`,
  input: z.object({ ...target, ...cannedResponse.shape }),
  output: z.object({ ok: z.literal(true), routes }),
  engines,
  examples: [{ urlPattern: "**/api/records*", method: "GET", status: 500, body: "{\"error\":\"boom\"}", contentType: "application/json" }],
  cli: { positional: ["urlPattern"] },
  run: async (context, { urlPattern, method, ...response }) => {
    const { session } = context;
    await session.parts.routes.add(urlPattern, method, [givenAnswer(context, response)], { endless: true });
    return { ok: true as const, routes: session.parts.routes.list() };
  },
});

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
