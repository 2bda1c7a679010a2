import { z } from "zod";
import { frameFacts, frameFactsShape, type FrameFacts } from "../../session/frameFacts.ts";
import { defineTool, type TextStyle } from "../defineTool.ts";
import { paint } from "../text/paint.ts";
import { table } from "../text/table.ts";
import { cut } from "../text/width.ts";
import { limitShape, timeOf, urlFilter } from "./scope.ts";

const socket = z.object({ wsId: z.string(), url: z.string(), readyState: z.number(), frames: z.number(), page: z.string() });

export const wsRead = defineTool({
  name: "ws_read",
  family: "traffic",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "traffic",
  concurrent: true,
  summary: "Recent WebSocket and server-sent-event frames of the session, and its sockets (wsId for ws_send).",
  details: `The session keeps its newest 500 frames; payloads are cut at 2000 characters (\`size\` is the whole). A binary frame has
\`binary:true\` and base64. \`urlPattern\` is a part of the URL, a glob, or a regular expression between slashes. \`readyState\` is
that of \`WebSocket\`: 0 connecting, 1 open, 3 closed.`,
  input: z.object({
    limit: limitShape,
    urlPattern: z.string().min(1).optional(),
    wsId: z.string().optional(),
  }),
  output: z.object({ total: z.number(), frames: z.array(frameFactsShape), sockets: z.array(socket) }),
  engines: { chromium: "full", firefox: { partial: "frames of workers, and server-sent events that the page does not listen to, are not seen; those of a popup's first document may not be" } },
  examples: [{ urlPattern: "rt.example.com", limit: 10 }],
  cli: { positional: ["urlPattern"] },
  text: (data, style) => (style.reader === "agent" ? undefined : frameText(data, style)),
  run: async ({ session }, { limit = 50, urlPattern, wsId }) => {
    const fits = urlFilter(urlPattern);
    const wanted = (entry: { url: string; wsId?: string }) => fits(entry.url) && (wsId === undefined || entry.wsId === wsId);
    const frames = session.parts.sockets.frames.toArray().filter(wanted);
    const sockets = session.parts.sockets.sockets().filter(wanted);
    return {
      total: frames.length,
      frames: frames.slice(-limit).map(frameFacts),
      sockets: sockets.map(({ wsId: id, url, readyState, frames: count, pageId }) => ({ wsId: id, url, readyState, frames: count, page: pageId })),
    };
  },
});

const states = ["connecting", "open", "closing", "closed"];

function frameText({ frames, sockets }: { frames: FrameFacts[]; sockets: z.infer<typeof socket>[] }, style: TextStyle): string {
  const list = table(
    ["SOCKET", "STATE", "FRAMES", "URL"],
    sockets.map(({ wsId, readyState, frames: count, url }) => [wsId, states[readyState] ?? "", String(count), url]),
    style,
  );
  const lines = frames.map(({ wsId, dir, event, payload, binary, ts }) => {
    const arrow = dir === "sent" ? paint("→", "green", style.color) : paint("←", "cyan", style.color);
    const text = binary ? `(binary) ${payload}` : payload;
    const head = `${timeOf(ts)} ${(wsId ?? event ?? "sse").padEnd(6)}`;
    return `${paint(head, "dim", style.color)} ${arrow} ${cut(text.replaceAll("\n", "⏎"), style.columns - head.length - 3)}`;
  });
  return [sockets.length > 0 ? list : "(no sockets)", ...(lines.length > 0 ? ["", ...lines] : [])].join("\n");
}
