import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { table } from "../text/table.ts";

const engines = { chromium: "full", firefox: { none: "WebDriver BiDi shows that workers are there and does not reach into them" } } as const;

export const workersList = defineTool({
  name: "workers_list",
  family: "workers",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "traffic",
  concurrent: true,
  summary: "Live web (ww-N) and shared workers (shw-N) and registered service workers (sw-N) of the session.",
  details: "Service workers are listed whichever page registered them, stopped ones too, with their `state`.",
  input: z.object({ type: z.enum(["web", "service", "shared", "all"]).optional() }),
  output: z.array(
    z.object({
      workerId: z.string(),
      type: z.enum(["web", "service", "shared"]),
      url: z.string(),
      state: z.enum(["stopped", "starting", "running", "stopping"]).optional(),
    }),
  ),
  engines: { chromium: "full", firefox: { partial: "web workers only, and not those that were there before the daemon" } },
  examples: [{}, { type: "service" }],
  cli: { positional: ["type"], aliases: ["workers"] },
  text: (workers, style) =>
    style.reader === "agent"
      ? undefined
      : workers.length === 0
        ? "(no workers)"
        : table(["WORKER", "TYPE", "STATE", "URL"], workers.map(({ workerId, type, state, url }) => [workerId, type, state ?? "", url]), style),
  run: ({ session }, { type }) => session.parts.workers.list(type),
});

export const workerMessageSend = defineTool({
  name: "worker_message_send",
  family: "workers",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "traffic",
  summary: "Post a text message to a worker, as its page would.",
  details: `A web or shared worker gets it from the page's own \`Worker\` object, a service worker from a page of its origin (which starts it when it
is stopped). Only when no such page is open, a service worker gets an event that is not trusted.`,
  input: z.object({ workerId: z.string().regex(/^(ww|sw|shw)-\d+$/, "ww-N, sw-N or shw-N from workers_list"), message: z.string() }),
  output: z.object({ ok: z.literal(true), workerId: z.string(), url: z.string() }),
  engines,
  examples: [{ workerId: "ww-1", message: "{\"cmd\":\"reindex\"}" }],
  cli: { positional: ["workerId", "message"] },
  run: async ({ session }, { workerId, message }) => {
    const { url } = await session.parts.workers.send(workerId, message);
    return { ok: true as const, workerId, url };
  },
});

export const workerMessagesRead = defineTool({
  name: "worker_messages_read",
  family: "workers",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "traffic",
  concurrent: true,
  summary: "Take out the messages that workers posted since the last read.",
  details: "The session keeps the newest 500, each cut at 4096 characters. What was posted is shown as text, or as JSON when it was not text.",
  input: z.object({ workerId: z.string().optional() }),
  output: z.array(z.object({ workerId: z.string(), data: z.string(), at: z.number(), truncated: z.literal(true).optional() })),
  engines,
  examples: [{ workerId: "ww-1" }],
  cli: { positional: ["workerId"] },
  run: async ({ session }, { workerId }) => session.parts.workers.drain(workerId),
});
