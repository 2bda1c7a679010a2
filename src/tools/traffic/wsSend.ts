import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";

export const wsSend = defineTool({
  name: "ws_send",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "traffic",
  summary: "Send a frame on an open WebSocket of the page; only the server sees it.",
  details: "`wsId` is from `ws_read`. With `base64:true` the message is decoded and goes out as a binary frame.",
  input: z.object({ wsId: z.string().min(1), message: z.string(), base64: z.boolean().optional() }),
  output: z.object({ ok: z.literal(true), wsId: z.string(), url: z.string(), bytes: z.number() }),
  engines: { chromium: "full", firefox: { partial: "sockets of workers are out of reach, and those that a popup's first document opens at once may be" } },
  examples: [{ wsId: "ws-1", message: "{\"type\":\"ping\"}" }],
  cli: { positional: ["wsId", "message"] },
  run: async ({ session }, { wsId, message, base64 = false }) => {
    const socket = session.parts.sockets.find(wsId);
    if (!socket) {
      const known = session.parts.sockets.sockets().map((each) => each.wsId).join(", ");
      throw new DroverError("not-found", `there is no socket ${wsId}`, {
        hint: `${known ? `Sockets: ${known}.` : "No socket is known."} One that was opened before the daemon began to watch its page cannot be sent on: reload the page.`,
      });
    }
    if (socket.readyState !== 1)
      throw new DroverError("not-found", `${wsId} is ${socket.readyState === 0 ? "still connecting" : "closed"}`, {
        hint: "ws_read lists the sockets and their state.",
        fields: { readyState: socket.readyState },
      });
    if (base64 && !/^[A-Za-z0-9+/]*={0,2}$/.test(message)) throw new DroverError("bad-input", "the message is not base64");
    await session.page(socket.pageId).engine.sockets?.send(socket.socketId, message, { base64 });
    return { ok: true as const, wsId, url: socket.url, bytes: Buffer.byteLength(message, base64 ? "base64" : "utf8") };
  },
});
