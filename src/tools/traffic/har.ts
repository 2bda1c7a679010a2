import { readFileSync } from "node:fs";
import { z } from "zod";
import { harContents, harModes, harSchema } from "../../session/har/harFormat.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Session } from "../../session/session.ts";
import { defineTool } from "../defineTool.ts";
import { harOptions, harShape } from "./harOptions.ts";

const MAX_INLINE = 256 * 1024;

const engines = { chromium: "full", firefox: "full" } as const;

export const startHar = defineTool({
  name: "start_har",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Record every request of the session from now on into a HAR file in the workspace.",
  details: `\`mode\`: \`full\` (sizes, timings, cookies) or \`minimal\` (enough to replay). \`content\`: \`embed\` puts bodies into the file,
\`attach\` beside it (into it, for \`.zip\`), \`omit\` leaves them out. Bodies over 16 MB are named and not recorded. The file is
written by \`stop_har\`, by closing the session, or by starting the next recording. Refused in a session that \`open_session({har})\` records. Replay it with \`open_session({hars})\`.`,
  input: z.object(harShape),
  output: z.object({
    ok: z.literal(true),
    session: z.string(),
    path: z.string(),
    mode: z.enum(harModes),
    content: z.enum(harContents),
    replacedPrior: z.boolean(),
    finalizesOn: z.literal("stop_har"),
    hint: z.string(),
    tokensEstimate: z.number().optional(),
  }),
  engines,
  examples: [{ path: "har/checkout.har", urlFilter: "**/api/**" }, {}],
  cli: { positional: ["path"] },
  run: async (context, wanted) => {
    const { session } = context;
    refuseFromStart(session);
    const options = await harOptions(context, session.id, wanted);
    const { replacedPrior } = await session.parts.recording.start(options);
    const { path, mode, content } = options;
    return {
      ok: true as const,
      session: session.id,
      path,
      mode,
      content,
      replacedPrior,
      finalizesOn: "stop_har" as const,
      hint: "stop_har writes the file at once; so does close_session.",
    };
  },
});

export const stopHar = defineTool({
  name: "stop_har",
  family: "traffic",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "traffic",
  deadline: 30_000,
  summary: "End the HAR recording and write its file; a small one is in the result too.",
  details: `A recording that \`open_session({har})\` began lasts as long as its session: it is left alone (\`nativeRecord\`). Up to 256 KB come inline as \`har\`, with URLs redacted as everywhere; without the capability \`network-body\` also without bodies,
cookies and credentials. The file has everything.`,
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    session: z.string(),
    wasActive: z.boolean(),
    path: z.string().optional(),
    finalized: z.boolean(),
    nativeRecord: z.boolean(),
    entries: z.number().optional(),
    bytes: z.number().optional(),
    har: z.unknown().optional(),
    inlineBytes: z.number().optional(),
    hint: z.string(),
    tokensEstimate: z.number().optional(),
  }),
  engines,
  examples: [{}],
  text: ({ wasActive, finalized, path, entries, hint }, { reader }) =>
    reader === "agent" ? undefined : finalized ? `${entries} requests written to ${path}` : wasActive ? hint : "No recording was active.",
  run: async ({ session, client }) => {
    const running = session.parts.recording.options;
    const nativeRecord = running?.fromStart ?? false;
    if (running?.fromStart) return { ok: true as const, session: session.id, wasActive: true, path: running.path, finalized: false, nativeRecord, hint: WRITTEN_BY_CLOSE };
    const finished = await session.parts.recording.stop();
    if (!finished)
      return { ok: true as const, session: session.id, wasActive: false, finalized: false, nativeRecord, hint: "No recording was active; start_har begins one." };
    const inline = finished.bytes <= MAX_INLINE && !finished.path.endsWith(".zip");
    const whole: unknown = inline ? JSON.parse(readFileSync(finished.path, "utf8")) : undefined;
    return {
      ok: true as const,
      session: session.id,
      wasActive: true,
      ...finished,
      finalized: true,
      nativeRecord,
      ...(inline && { har: client.capabilities.has("network-body") ? whole : withoutPrivateParts(whole), inlineBytes: finished.bytes }),
      hint: `Replay it with open_session({hars:["${finished.path}"]}).`,
    };
  },
});

const WRITTEN_BY_CLOSE = "open_session({har}) records this session for as long as it is open; close_session writes the file.";

function refuseFromStart({ id, parts }: Session): void {
  if (!parts.recording.options?.fromStart) return;
  throw new DroverError("refused", `session "${id}" is recorded from its start`, { hint: WRITTEN_BY_CLOSE, failure: { source: "drover" } });
}

const privateHeader = /^(?:cookie|set-cookie|(?:proxy-)?authorization)$|token|secret|api-?key/i;

/** The archive as those may read it who may not read bodies. */
function withoutPrivateParts(whole: unknown): unknown {
  const har = harSchema.parse(whole);
  const headers = (all: { name: string; value: string }[]) => all.map(({ name, value }) => ({ name, value: privateHeader.test(name) ? "…" : value }));
  const entries = har.log.entries.map((entry) => {
    const { text: _text, encoding: _encoding, ...content } = entry.response.content;
    const { postData: _postData, ...request } = entry.request;
    return {
      ...entry,
      request: { ...request, headers: headers(request.headers), cookies: [], queryString: [] },
      response: { ...entry.response, headers: headers(entry.response.headers), cookies: [], content },
    };
  });
  return { ...har, log: { ...har.log, entries } };
}
