import { z } from "zod";
import type { PageFetchAnswer } from "../../page/state/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { exactText } from "../../session/state/bodyText.ts";
import { defineTool, type TextStyle } from "../defineTool.ts";
import { checkedUrl } from "../navigate/checkedUrl.ts";
import { both, warnings } from "../storage/shapes.ts";

const DEFAULT_TIMEOUT_MS = 30_000;
/** What handing the answer over may take beyond the request. */
const SLACK_MS = 3000;
/** An agent pays for every byte it reads; others may have all that fits into a message. */
const AGENT_BYTES = 256 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

const output = z.object({
  ok: z.literal(true),
  status: z.number(),
  statusText: z.string(),
  url: z.string(),
  redirected: z.boolean(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  encoding: z.enum(["utf8", "base64"]).optional(),
  bytes: z.number(),
  truncated: z.literal(true).optional(),
  head: z.string().optional(),
  path: z.string().optional(),
  warnings,
});

export const fetchTool = defineTool({
  name: "fetch",
  family: "operations",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  engines: both,
  batch: true,
  summary: "Request a URL from inside the page, with its cookies and under its rules (CORS, CSP).",
  details: `\`url\` may be relative to the page. POST when there is a body, else GET. \`body\` is text, \`bodyBase64\` bytes. The answer's body is text when it
is UTF-8, else base64 (\`encoding\`). It is cut (\`truncated\`) at \`maxBytes\`: ${AGENT_BYTES / 1024} KiB for agents, ${MAX_BYTES / 1024 / 1024} MiB for others and with \`path\`,
never more than ${MAX_BYTES / 1024 / 1024} MiB. \`path\` writes the body to a workspace file instead of returning it. An HTTP error is an answer, not a
failure. Runs beside the page's own scripts: they neither see nor change it. On another origin the server must allow it.
\`<NAME>\` in the value of a header or in \`body\` sends the secret of that name, where its scope allows both the page and the server; then redirects are not followed.`,
  input: z.object({
    url: z.string().min(1),
    method: z.string().regex(/^[A-Za-z]+$/).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    header: z.array(z.string()).optional().describe('"Name: value"'),
    body: z.string().optional(),
    bodyBase64: z.base64().optional(),
    credentials: z.enum(["include", "same-origin", "omit"]).optional(),
    redirect: z.enum(["follow", "manual", "error"]).optional(),
    maxBytes: z.int().positive().max(MAX_BYTES).optional(),
    path: z.string().min(1).optional().describe("workspace file for the body"),
    include: z.boolean().optional().describe("status line and headers in `head`, printed before the body"),
    timeoutMs: z.number().positive().optional(),
  }),
  output,
  examples: [{ url: "/api/me" }, { url: "/api/items", method: "POST", headers: { "content-type": "application/json" }, body: '{"n":1}' }],
  cli: { positional: ["url"], exact: true },
  deadline: ({ timeoutMs = DEFAULT_TIMEOUT_MS }) => timeoutMs + SLACK_MS,
  verbatim: true,
  text: fetchText,
  run: async (context, input) => {
    const { page, session, client, files, warn } = context;
    const place = input.path === undefined ? undefined : files.chosenPlace("body", session.id, input.path);
    const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = client.kind === "mcp" && !place ? AGENT_BYTES : MAX_BYTES } = input;
    const url = await checkedUrl(context, input.url, "fetching from");
    const secrets = new SecretsSent(page, url);
    const body = bodyOf({ ...input, ...(input.body !== undefined && { body: await secrets.in(input.body) }) });
    const answer = await page.engine.mainFrame.ask("pageFetch", {
      url: url.href,
      method: methodOf(input.method, body !== undefined),
      headers: checkedHeaders(await secrets.inEach({ ...Object.fromEntries((input.header ?? []).map(headerOf)), ...input.headers })),
      ...(body !== undefined && { body }),
      credentials: input.credentials ?? "include",
      redirect: secrets.redirect(input.redirect),
      maxBytes,
      timeoutMs,
    });
    if (answer.truncated) warn(cutText(maxBytes));
    const { body: base64, truncated, ...facts } = answer;
    const about = { ok: true as const, ...facts, ...(truncated && { truncated }), ...(input.include && { head: headOf(answer) }) };
    const bytes = Buffer.from(base64, "base64");
    const text = exactText(bytes);
    if (place) {
      await (text === undefined ? files.writeBytes(place, bytes) : files.writeText(place, text));
      return { ...about, path: place.path };
    }
    return text === undefined ? { ...about, body: base64, encoding: "base64" as const } : { ...about, body: text, encoding: "utf8" as const };
  },
});

/** Fills secrets in that a request carries; one that is for some servers only must not be handed on by them. */
class SecretsSent {
  readonly #page: SessionPage;
  readonly #to: URL;
  #scoped = false;

  constructor(page: SessionPage, to: URL) {
    this.#page = page;
    this.#to = to;
  }

  async in(text: string): Promise<string> {
    const { text: filled, scoped } = await this.#page.session.parts.secrets.sent(text, this.#page.engine.mainFrame, this.#to);
    this.#scoped ||= scoped;
    return filled;
  }

  async inEach(headers: Record<string, string>): Promise<Record<string, string>> {
    return Object.fromEntries(await Promise.all(Object.entries(headers).map(async ([name, value]) => [name, await this.in(value)] as const)));
  }

  redirect(asked: "follow" | "manual" | "error" = "follow"): "follow" | "manual" | "error" {
    return this.#scoped && asked === "follow" ? "error" : asked;
  }
}

const cutText = (maxBytes: number) =>
  maxBytes < MAX_BYTES
    ? `The body was cut at ${maxBytes} bytes. Pass maxBytes or path for more.`
    : `The body was cut at ${maxBytes} bytes, the most that fetch can give. downloads_capture takes larger files.`;

function bodyOf({ body, bodyBase64 }: { body?: string; bodyBase64?: string }): string | undefined {
  if (body !== undefined && bodyBase64 !== undefined) throw new DroverError("bad-input", "fetch takes body or bodyBase64, not both");
  return bodyBase64 ?? (body === undefined ? undefined : Buffer.from(body).toString("base64"));
}

function methodOf(given: string | undefined, hasBody: boolean): string {
  const method = given?.toUpperCase() ?? (hasBody ? "POST" : "GET");
  if (FORBIDDEN_METHODS.has(method)) throw new DroverError("bad-input", `browsers send no ${method} requests from pages`);
  if (hasBody && (method === "GET" || method === "HEAD"))
    throw new DroverError("bad-input", `a ${method} request has no body`, { hint: "Leave method out for POST, or put the data into the URL." });
  return method;
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 1) throw new DroverError("bad-input", `"${line}" is not a header`, { hint: 'Example: "Accept: application/json".' });
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

/** What `fetch` would throw a TypeError for. */
function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new DroverError("bad-input", `"${name}" cannot be a header's name`, { hint: "Names are letters, digits and dashes." });
    // oxlint-disable-next-line no-control-regex
    if (/[\0\r\n]|[^\0-\u00ff]/.test(value.trim())) throw new DroverError("bad-input", `the value of the header "${name}" has characters that no header takes`, { hint: "Line breaks and letters beyond Latin-1 have to be encoded." });
  }
  return headers;
}

/** As an HTTP client prints it. */
const headOf = ({ status, statusText, headers }: PageFetchAnswer) =>
  `${[`HTTP ${status} ${statusText}`.trimEnd(), ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n")}\n\n`;

function fetchText({ head = "", body, encoding, bytes, path, headers }: z.output<typeof output>, { reader }: TextStyle): string | undefined {
  if (reader === "agent") return undefined;
  if (path !== undefined) return `${head}${path}\n`;
  return head + (encoding === "utf8" ? body : `(${bytes} bytes of ${headers["content-type"] ?? "unknown type"})`);
}
