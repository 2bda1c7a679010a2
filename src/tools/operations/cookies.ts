import { z } from "zod";
import type { Cookie } from "../../engine/port.ts";
import { checkUrls } from "../../session/state/cookies.ts";
import { formatNetscape } from "../../session/state/netscapeCookies.ts";
import { defineTool, type TextStyle } from "../defineTool.ts";
import { both, cookieShape } from "../storage/shapes.ts";
import { table } from "../text/table.ts";

const formats = ["table", "json", "netscape", "header"] as const;

const output = z.object({
  ok: z.literal(true),
  format: z.enum(formats),
  count: z.number(),
  cookies: z.array(cookieShape).optional(),
  output: z.string().optional(),
});

export const cookies = defineTool({
  name: "cookies",
  family: "operations",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  engines: both,
  batch: true,
  summary: "Export the session's cookies: as data, as cookies.txt for curl, wget and yt-dlp (netscape), or as a Cookie header.",
  details: `\`urls\` limits them to cookies that would be sent there; \`page\` to those of one page; \`header\` means the active page unless told. Netscape columns: domain (with a
leading dot when subdomains are included), TRUE/FALSE for that, path, secure, expiry in Unix seconds (0: session cookie), name,
value. HttpOnly cookies have the \`#HttpOnly_\` prefix, as curl and yt-dlp read it (wget 1.x takes such lines for comments).
\`drover cookies --format netscape -o cookies.txt\` writes the file with mode 0600.`,
  input: z.object({ format: z.enum(formats).optional(), urls: z.array(z.string().min(1)).optional(), page: z.string().min(1).optional() }),
  output,
  examples: [{ format: "netscape" }, { format: "header", urls: ["https://app.example.com/"] }],
  verbatim: true,
  text: cookiesText,
  run: async ({ session }, { format = "table", urls, page: named }) => {
    const page = named === undefined ? session.activePage : session.page(named);
    const ofPage = page && (named !== undefined || format === "header") && URL.canParse(page.url) ? [page.url] : undefined;
    const wanted = urls ? checkUrls(urls) : ofPage;
    const found = await session.context.cookies(wanted);
    const summary = { ok: true as const, format, count: found.length };
    if (format === "netscape") return { ...summary, output: formatNetscape(found) };
    if (format === "header") return { ...summary, output: cookieHeader(found) };
    return { ...summary, cookies: found };
  },
});

/** As a browser sends it: longer paths first, and of a cookie without a name only the value. */
function cookieHeader(found: Cookie[]): string {
  const pairs = found.toSorted((a, b) => b.path.length - a.path.length).map(({ name, value }) => (name === "" ? value : `${name}=${value}`));
  return `Cookie: ${pairs.join("; ")}`;
}

function cookiesText({ format, cookies: found = [], output: written }: z.output<typeof output>, style: TextStyle): string | undefined {
  if (written !== undefined) return written;
  if (style.reader === "agent") return undefined;
  if (format === "json") return JSON.stringify(found, undefined, 2);
  if (found.length === 0) return "No cookies.";
  const rows = found.map(({ name, domain, path, expires, httpOnly, secure, sameSite, value }) => [
    name,
    domain,
    path,
    expires > 0 ? new Date(expires * 1000).toISOString().slice(0, 19) : "session",
    [httpOnly && "HttpOnly", secure && "Secure", sameSite].filter(Boolean).join(","),
    value,
  ]);
  return table(["NAME", "DOMAIN", "PATH", "EXPIRES", "FLAGS", "VALUE"], rows, style);
}
