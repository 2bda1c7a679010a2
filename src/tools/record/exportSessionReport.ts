import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import { capturedPart } from "../../exit/tells.ts";
import { DroverError } from "../../protocol/errors.ts";
import { requestFactsShape } from "../../session/requestFacts.ts";
import type { Session } from "../../session/session.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { boxOutput } from "../see/shapes.ts";
import { gatherReport, trafficOf } from "./gatherReport.ts";
import { sessionInput } from "./sessionInput.ts";

const RECENT = 50;

const endings = { html: ".html", "playwright-trace": ".zip" } as const;
const jobs = { html: "htmlReportBytes", "playwright-trace": "playwrightTraceBytes" } as const;

export const exportSessionReport = defineTool({
  name: "export_session_report",
  family: "record",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "page",
  concurrent: true,
  summary: "What happened in the session: page, console errors, requests, regions; as data, an HTML file, or a trace for Playwright's viewer.",
  details: `\`json\` (the default) is returned and not written. \`html\` writes one file that needs nothing else: the timeline of calls with what each changed and, while
the session was recorded, pictures before and after; console, network, questions, files and metrics. \`playwright-trace\` writes the same for
\`npx playwright show-trace\`. Both go to \`reports/\` of the workspace unless \`path\` says where. Calls are those of this daemon, the newest 1,000 of all sessions; console and
requests are the newest 500 each.`,
  input: z.object({
    ...sessionInput,
    note: z.string().max(8000).optional(),
    format: z.enum(["json", "html", "playwright-trace"]).optional().describe("json"),
    path: z.string().min(1).optional().describe("workspace file for html or playwright-trace"),
  }),
  output: z.object({
    ok: z.literal(true),
    session: z.string(),
    url: z.string(),
    title: z.string(),
    consoleErrors: capturedPart(z.array(z.string())),
    network: capturedPart(z.object({ total: z.number(), byType: z.record(z.string(), z.number()), failed: z.number(), recent: z.array(requestFactsShape) })),
    regions: z.array(z.object({ name: z.string(), box: boxOutput })),
    sessions: z.array(z.string()),
    note: z.string().optional(),
    generatedAt: z.string(),
    format: z.enum(["json", "html", "playwright-trace"]),
    path: z.string().optional(),
    bytes: z.number().optional(),
    calls: z.number().optional(),
    pictures: z.number().optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ note: "checkout, second attempt" }, { format: "html", path: "reports/checkout.html" }],
  run: async (context, { session: id = context.usualSession(), note, format = "json", path }) => {
    const session = openSession(context, id);
    if (format === "json" && path !== undefined) throw new DroverError("bad-input", "a report as data is not written", { hint: 'Pass format:"html" or format:"playwright-trace" with path.' });
    const brief = format === "json";
    const written = format === "json" ? {} : await write(context, session, { format, note, path });
    return {
      ok: true as const,
      session: id,
      url: session.activePage?.url ?? "",
      title: session.activePage?.title ?? "",
      consoleErrors: session.parts.console.entries.toArray().filter(({ type }) => type === "error").slice(-RECENT).map(({ text }) => text),
      network: trafficOf(session, brief ? RECENT : 0),
      regions: session.parts.regions.all(),
      sessions: (await context.sessions.list(context.config)).filter(({ plan }) => context.mayEnter(plan)).map((each) => each.id),
      ...(note !== undefined && { note }),
      generatedAt: new Date().toISOString(),
      format,
      ...written,
    };
  },
});

function openSession({ sessions, admission }: DaemonContext, id: string): Session {
  const plan = sessions.planOf(id);
  if (plan) admission.enters(plan, "session");
  const session = sessions.peek(id);
  if (session) return session;
  throw new DroverError("session-not-found", `session "${id}" is not open`, { hint: "list_sessions shows those that are." });
}

async function write(context: DaemonContext, session: Session, { format, note, path }: { format: "html" | "playwright-trace"; note: string | undefined; path: string | undefined }) {
  const { files, signal, warn } = context;
  if (path !== undefined && !path.toLowerCase().endsWith(endings[format])) throw new DroverError("bad-path", `"${path}" is no name for it`, { hint: `It ends with ${endings[format]}.` });
  const place = files.place("report", { session: session.id, ending: endings[format], chosen: path });
  const data = await gatherReport(context, session, note);
  const { bytes, leftOut } = await analyse(jobs[format], data, signal);
  await files.writeBytes(place, bytes);
  const pictures = Object.keys(data.pictures).length;
  if (leftOut > 0) warn(`${leftOut} of ${pictures} pictures, the oldest, did not fit.`);
  return { path: place.path, bytes: bytes.length, calls: data.calls.length, pictures: pictures - leftOut };
}
