import { z } from "zod";
import { capturedPart } from "../../exit/tells.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { onOneLine } from "../../session/snapshotText.ts";
import { defineTool } from "../defineTool.ts";
import { both } from "../storage/shapes.ts";
import { actions, browserInput, requireArguments } from "./browserInput.ts";
import { browserActions, exportCookies, saveSession } from "./browserActions.ts";
import { isGuarded, judgeUnguarded, unguardedText } from "./judgeAddress.ts";
import { readingOutput } from "./readingAnswer.ts";
import { webSession } from "./webSession.ts";
import { details } from "./webSnapshot.ts";

const NAVIGATE_SECONDS = 30;
const ACT_SECONDS = 15;
/** What looking at the page afterwards may take besides. */
const SLACK_SECONDS = 10;

export const webBrowser = defineTool({
  name: "web_browser",
  family: "web",
  capability: "navigation",
  effect: "write",
  needs: "page",
  tells: "page",
  engines: both,
  batch: false,
  summary:
    "Drive a live page step by step: navigate (outline), inspect or scope/roles (@eN refs), click/fill/select (new refs), read (digest, linesMatching, capture), screenshot, evaluate, exportCookies.",
  details: `The page lives under \`sessionId\`, which is a session as every other tool has them; one that is made here is incognito and behind the guard (docs/guard.md): loopback,
private, link-local and metadata addresses are refused unless \`allowPrivate\` or DROVER_ALLOW_PRIVATE opens an origin. In a session that was opened without the guard the page's own addresses are judged.

Two ladders, each step dearer than the one before. \`navigate\`: outline (landmarks, controls by role, headings; no refs), \`scope\`/\`roles\` or \`detail:"interactive"\` (one line for each control
with its @eN, links without query and fragment, links of one name once, at most 150 lines and the rest counted), \`detail:"full"\` (the whole tree). \`read\`: digest (words, links, headings with their
lines, landmarks), \`linesMatching\` with \`contextLines\`, and \`storeCapture\`, which keeps the body under a \`responseId\` for \`captures\`.

@eN are those of the latest snapshot only; another one is refused (\`ref-gone\`). CSS selectors hold across changes. \`proxy\` (a list takes turns with each new session), \`timezone\`, \`locale\`,
\`browserProfile\` (user agent) and \`browserBackend\` hold from the moment the session is made; later values are ignored with a warning. \`saveSession\` keeps cookies and localStorage under
the id: a new session of that id begins with them, after a restart too. \`evaluate\` has 30 s and answers with at most 10,000 characters of JSON. \`screenshot\` writes a PNG and tells \`blobPath\`
and \`responseId\`; bytes are never in the answer, because models that only read text refuse them. \`exportCookies\` copies cookies of \`scopeUrl\` to the HTTP session \`targetSessionId\` (default: the same id),
a jar for requests without a browser, and tells counts and domains only. \`status\` is the page's: one that wants a log-in is shown as it is.`,
  input: browserInput,
  output: z.object({
    ok: z.literal(true),
    action: z.enum(actions),
    sessionId: z.string(),
    url: z.string(),
    title: z.string().optional(),
    status: z.number().optional(),
    detail: z.enum(details).optional(),
    snapshot: z.string().optional(),
    ...readingOutput,
    blobPath: z.string().optional(),
    note: z.string().optional(),
    result: z.string().optional(),
    truncated: z.boolean().optional(),
    exported: z.object({ cookies: z.number(), domains: z.array(z.string()), targetSessionId: z.string() }).optional(),
    saved: z.object({ cookies: z.number(), origins: z.array(z.string()) }).optional(),
    newTabs: z.array(z.object({ id: z.string(), url: z.string(), title: z.string() })).optional(),
    dialogs: z.array(z.unknown()).optional(),
    downloads: capturedPart(z.array(z.unknown())).optional(),
    pageErrors: capturedPart(z.array(z.string())).optional(),
    warnings: z.array(z.string()).optional(),
  }),
  examples: [
    { action: "navigate", sessionId: "s1", url: "https://example.com/login", scope: "form" },
    { action: "fill", sessionId: "s1", selector: "@e7", value: "Ada" },
    { action: "read", sessionId: "s1", linesMatching: ["total"], contextLines: 1 },
  ],
  cli: { positional: ["action", "url"] },
  deadline: ({ action, timeoutSeconds = action === "navigate" || action === "evaluate" ? NAVIGATE_SECONDS : ACT_SECONDS }) => (timeoutSeconds + SLACK_SECONDS) * 1000,
  leavesPage: ({ action }) => action === "navigate",
  findSession: async (context, input) => {
    requireArguments(input);
    return webSession(context, { ...input, mayBeginAnew: input.action === "navigate" });
  },
  verbatim: true,
  text: ({ snapshot, digest, matches, result, blobPath, url, title }, { reader }) =>
    reader === "agent" ? undefined : [onOneLine(url), onOneLine(title ?? ""), snapshot ?? digest ?? matches ?? result ?? blobPath].filter(Boolean).join("\n"),
  run: async (context, input) => {
    const { page, session } = context;
    if (!isGuarded(session)) context.warn(unguardedText(session.id));
    await judgeUnguarded(context, session, input.action === "navigate" ? (input.url ?? "") : page.url);
    const told = await browserActions[input.action](context, input).catch((thrown: unknown) => {
      throw inOwnArguments(thrown);
    });
    await judgeUnguarded(context, session, page.url);
    return {
      ok: true as const,
      action: input.action,
      sessionId: session.id,
      url: page.url,
      ...told,
      ...(input.syncCookiesToHttpSession && (await exportCookies(context, input))),
      ...(input.saveSession && (await saveSession(context))),
    };
  },
});

/** What took too long is told of by another tool, whose arguments this one does not have. */
const inOwnArguments = (thrown: unknown): unknown =>
  isDroverError(thrown) && thrown.code === "timeout"
    ? new DroverError("timeout", thrown.message, { cause: thrown, hint: "The page goes on with it: action=inspect, read or screenshot shows how it stands. Allow more with timeoutSeconds.", ...(thrown.failure && { failure: thrown.failure }) })
    : thrown;
