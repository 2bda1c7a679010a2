import { z } from "zod";
import { fileOfAddress } from "../../files/fileOfAddress.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { NetworkEntry } from "../../session/networkLog.ts";
import type { Session } from "../../session/session.ts";
import { defineTool } from "../defineTool.ts";
import { requestOf } from "./networkRead.ts";

const MAX_BODY = 256 * 1024;
/** More than this is not even asked for: the answer would pass through the daemon's memory as a whole. */
const MAX_ASKED = 32 * 1024 * 1024;

export const networkBody = defineTool({
  name: "network_body",
  family: "traffic",
  capability: "network-body",
  effect: "read",
  needs: "session",
  tells: "page",
  concurrent: true,
  summary: "The body of a response by requestId (from network_read), up to 256 KB; `part:\"request\"` for what was sent.",
  details: `Bodies may carry personal data and tokens, so this needs the capability \`network-body\`, which is off for agents. The browser
drops bodies soon and when the page navigates: ask right after the request.`,
  input: z.object({ requestId: z.string().min(1), part: z.enum(["response", "request"]).optional() }),
  output: z.object({
    ok: z.literal(true),
    body: z.string(),
    base64Encoded: z.boolean(),
    truncated: z.boolean(),
    /** Of the whole body. */
    bytes: z.number(),
  }),
  engines: { chromium: "full", firefox: { partial: "bodies of requests that were made before the session looked are not kept" } },
  examples: [{ requestId: "req-41" }],
  cli: { positional: ["requestId"] },
  verbatim: true,
  text: ({ body, base64Encoded }, { reader }) => (reader === "agent" || base64Encoded ? undefined : body),
  run: async ({ session, client, files }, { requestId, part = "response" }) => {
    const entry = requestOf(session.parts.network.find(requestId), requestId);
    if (client.kind === "mcp" && entry.url.startsWith("file:")) files.workspace.path(fileOfAddress(entry.url));
    const { body, base64Encoded } = part === "request" ? await sentBody(session, entry) : await receivedBody(session, entry);
    const bytes = Buffer.byteLength(body, base64Encoded ? "base64" : "utf8");
    const truncated = bytes > MAX_BODY;
    return { ok: true as const, body: truncated ? firstBytes(body, base64Encoded) : body, base64Encoded, truncated, bytes };
  },
});

async function receivedBody(session: Session, entry: NetworkEntry): Promise<{ body: string; base64Encoded: boolean }> {
  if (entry.endedAt === undefined)
    throw new DroverError("not-found", `${entry.requestId} has not been answered in full yet`, { hint: "Ask again when network_read shows its time." });
  if (entry.error !== undefined) throw new DroverError("not-found", `${entry.requestId} failed and has no body: ${entry.error}`);
  if ((entry.bodyBytes ?? 0) > MAX_ASKED)
    throw new DroverError("too-large", `the body of ${entry.requestId} has ${entry.bodyBytes} bytes`, {
      hint: "Bodies over 32 MB are not read; downloads_capture and asset_export put files on disk.",
      fields: { bytes: entry.bodyBytes },
    });
  return session.parts.network.responseBody(entry);
}

async function sentBody(session: Session, entry: NetworkEntry): Promise<{ body: string; base64Encoded: boolean }> {
  const whole = entry.hasPostData ? await session.page(entry.pageId).engine.requestPostData?.(entry.engineId) : undefined;
  const body = whole ?? entry.postData;
  if (body === undefined) throw new DroverError("not-found", `${entry.requestId} sent no body, or the browser no longer has it`);
  return { body, base64Encoded: false };
}

/** Cut between characters: of UTF-8, or of base64 so that it still decodes. */
function firstBytes(body: string, base64Encoded: boolean): string {
  const encoding = base64Encoded ? "base64" : "utf8";
  const text = Buffer.from(body, encoding).subarray(0, MAX_BODY).toString(encoding);
  return base64Encoded ? text : text.replace(/\uFFFD$/, "");
}
