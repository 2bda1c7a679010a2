import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import type { NetworkEntry } from "../../session/networkLog.ts";
import { isNoise, summaryOf, trafficSummaryShape } from "../../session/requestFacts.ts";
import { defineTool, type TextStyle } from "../defineTool.ts";
import { paint, type Paint } from "../text/paint.ts";
import { table } from "../text/table.ts";
import { requestFilter, requestFilterShape } from "./filters.ts";
import { bodyOf, detailOf, detailText, requestDetail, sentOf } from "./requestDetail.ts";
import { lineOf, requestLine, type RequestLine } from "./requestLine.ts";
import { inScope, isPerson, limitShape, scopeShape } from "./scope.ts";

export const networkRead = defineTool({
  name: "network_read",
  family: "traffic",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "traffic",
  core: true,
  concurrent: true,
  summary: "Recent requests of the session, oldest first; with requestId one of them in detail.",
  details: `The session keeps its newest 500 requests. Pictures, fonts, styles, media and beacons are counted as \`other\` and listed
only with \`everything\` or when \`type\` asks for them. \`status\` is a code, a class such as \`4xx\`, or \`failed\`; \`url\` is a part of
the URL, a glob, or a regular expression between slashes. \`outOf\` says how many there are without the filter. Query strings and the like are redacted (\`redactUrls\`). Cookies,
credentials and bodies (the first 4096 characters) of a detail need the capability \`network-body\`.`,
  input: z.object({
    limit: limitShape,
    requestId: z.string().optional().describe("req-N of an answer"),
    ...requestFilterShape,
    ...scopeShape,
  }),
  output: z.object({
    summary: trafficSummaryShape,
    requests: z.array(requestLine),
    outOf: z.number().optional(),
    request: requestDetail.optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ limit: 50 }, { status: "4xx" }, { requestId: "req-41" }],
  cli: { positional: ["requestId"] },
  verbatim: true,
  text: ({ requests, summary, outOf = summary.total, request }, style) => {
    if (style.reader === "agent") return undefined;
    if (request) return detailText(request, style);
    return requests.length === 0 ? `(no requests to show of ${outOf})` : requestTable(requests, style);
  },
  run: async (context, { limit = 50, requestId, all, page, ...filter }) => {
    const { session, client } = context;
    if (requestId !== undefined) {
      const entry = requestOf(session.parts.network.find(requestId), requestId);
      const secretsToo = client.capabilities.has("network-body");
      const request = { ...detailOf(entry, secretsToo), ...(secretsToo && { ...(await sentOf(session, entry)), ...(await bodyOf(session, entry)) }) };
      return { summary: summaryOf([entry]), requests: [lineOf(entry, { withPage: false })], request };
    }
    const scoped = inScope(context, { all, page }, session.parts.network.entries.toArray());
    const found = scoped.filter(requestFilter(filter));
    const listsAll = filter.everything ?? (filter.type !== undefined || isPerson(context));
    const listed = found.filter((entry) => listsAll || !isNoise(entry)).slice(-limit);
    const withPage = new Set(listed.map(({ pageId }) => pageId)).size > 1;
    return { summary: summaryOf(found), requests: listed.map((entry) => lineOf(entry, { withPage })), ...(found.length < scoped.length && { outOf: scoped.length }) };
  },
});

/** The entry, or why there is none. */
export function requestOf(entry: NetworkEntry | undefined, requestId: string): NetworkEntry {
  if (entry) return entry;
  throw new DroverError("not-found", `no request ${requestId} is remembered`, {
    hint: "The newest 500 of the session's open pages are; network_read lists them.",
  });
}

function requestTable(requests: RequestLine[], style: TextStyle): string {
  const rows = requests.map(({ requestId, method, status, error, type, ms, bytes, url }) => [
    requestId,
    method,
    status === null ? (error ? "failed" : "…") : String(status),
    type,
    ms === null ? "…" : `${ms} ms`,
    bytes === undefined ? "" : sizeText(bytes),
    url,
  ]);
  const text = table(["ID", "METHOD", "STATUS", "TYPE", "TIME", "SIZE", "URL"], rows, style);
  if (!style.color) return text;
  const [header, ...lines] = text.split("\n");
  return [header, ...lines.map((line, index) => coloured(line, requests[index]!))].join("\n");
}

/** Failures stand out; what went well stays quiet. */
function coloured(line: string, { status, error }: RequestLine): string {
  const hue: Paint | undefined = (status ?? 0) >= 400 || error ? "red" : (status ?? 0) >= 300 ? "yellow" : undefined;
  return hue ? paint(line, hue, true) : line;
}

const sizeText = (bytes: number) => (bytes < 1024 ? `${bytes} B` : bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1_048_576).toFixed(1)} MB`);
