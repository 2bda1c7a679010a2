import { idOf } from "../../policy/ownership.ts";
import { DroverError } from "../../protocol/errors.ts";
import { guardedRules, requirePublic } from "../../session/judgedAddress.ts";
import type { ActionResult } from "../../session/action/actionResult.ts";
import type { PageContext } from "../context.ts";
import { checkedUrl } from "../navigate/checkedUrl.ts";
import { keepCapture } from "./captures.ts";
import type { Action, BrowserInput } from "./browserInput.ts";
import { documentStatus } from "./documentStatus.ts";
import { fillJar, jarOf } from "./httpJars.ts";
import { type Answer, innerCall, refusalOf } from "./innerCall.ts";
import { LatestRefs } from "./latestRefs.ts";
import { answerReading } from "./readingAnswer.ts";
import { readPage } from "./readPage.ts";
import { savedNameOf } from "./webSession.ts";
import { type Detail, webSnapshot } from "./webSnapshot.ts";

const MAX_RESULT = 10_000;
const EVALUATE_MS = 30_000;

/** What each action does, and what it tells besides where the page is. */
export const browserActions: Record<Action, (context: PageContext, input: BrowserInput) => Promise<Answer>> = {
  navigate: async (context, input) => {
    const { href } = await checkedUrl(context, input.url ?? "");
    if (!/^https?:|^about:blank$/.test(href)) throw new DroverError("refused", `${href} is not an address of the web`, { failure: { source: "drover" }, hint: "http:// and https:// only; the navigate tool opens other addresses." });
    return act(context, input, "navigate", { url: href }, "outline");
  },
  click: (context, input) => act(context, input, "click", targetOf(context, input)),
  fill: (context, input) => act(context, input, "fill", { ...targetOf(context, input), value: input.value }),
  select: (context, input) => act(context, input, "select", { ...targetOf(context, input), values: [input.value] }),
  inspect: async (context, input) => {
    const shown = await look(context, input, "interactive");
    return input.storeCapture ? { ...shown, ...(await keep(context, String(shown["snapshot"]), ".txt")) } : shown;
  },
  read: async ({ page, session, files, warn }, input) => {
    const reading = await readPage(page, { format: input.format ?? "markdown", ...(input.storeCapture && { dom: true }), ...(input.scope !== undefined && { scope: input.scope }) });
    return { title: reading.title, ...(await answerReading(reading, input, { files, session: session.id, warn })) };
  },
  screenshot: async (context, input) => {
    const { files, session } = context;
    const target = input.selector === undefined ? {} : targetOf(context, input);
    const place = files.place("picture", { session: session.id, ending: ".png" });
    const outcome = await context.call("screenshot", { ...target, ...(input.fullPage && { fullPage: true }), ...timeOf(input) });
    if (!outcome.ok) throw refusalOf(outcome.data);
    const bytes = Buffer.from(outcome.images?.[0]?.data ?? "", "base64");
    await files.writeBytes(place, bytes);
    return { blobPath: place.path, responseId: (await files.find(place.path)).id, bytes: bytes.length, note: "The picture is on disk, not in this answer: give blobPath to a step that can see." };
  },
  evaluate: async (context, input) => {
    const data = await innerCall(context, "eval_js", { expr: input.script, ...timeOf(input, EVALUATE_MS) });
    const result = JSON.stringify(data["value"] ?? null);
    const truncated = result.length > MAX_RESULT;
    if (truncated) context.warn(`The result has ${result.length} characters and was cut at ${MAX_RESULT}: return less, or pass storeCapture=true.`);
    return { result: result.slice(0, MAX_RESULT), ...(truncated && { truncated }), ...(input.storeCapture && (await keep(context, result, ".json"))) };
  },
  exportCookies: (context, input) => exportCookies(context, input),
};

/** Copies cookies to where requests without a browser find them; says how many and whose, never what is in them. */
export async function exportCookies({ session, client, bounds }: PageContext, { scopeUrl = "", sessionId, targetSessionId = sessionId }: BrowserInput): Promise<Answer> {
  if (!URL.canParse(scopeUrl) || !/^https?:$/.test(new URL(scopeUrl).protocol)) throw new DroverError("bad-input", `scopeUrl "${scopeUrl}" is not an address of the web`, { hint: "Example: https://site.com" });
  const scope = new URL(scopeUrl);
  await requirePublic(scope, guardedRules(bounds));
  const found = await session.context.cookies([scope.href]);
  const taken = await fillJar(await jarOf(idOf(client.owner), targetSessionId), found, scope);
  return { exported: { cookies: taken.length, domains: [...new Set(taken.map(({ domain }) => domain.replace(/^\./, "")))], targetSessionId } };
}

/** What `saveSession` keeps, for the next session of this id. */
export async function saveSession(context: PageContext): Promise<Answer> {
  const { cookies, origins } = await innerCall(context, "auth_save", { name: savedNameOf(context.session.id) });
  return { saved: { cookies, origins } };
}

/** An action of the tool that there is for it, and then what the page shows. */
async function act(context: PageContext, input: BrowserInput, tool: string, args: Answer, usual: Detail = "interactive"): Promise<Answer> {
  const done = await innerCall(context, tool, { ...args, mode: "none", ...timeOf(input) });
  const { structure, dialogs, downloads, pageErrors } = done as Partial<ActionResult>;
  return {
    ...(await look(context, input, usual)),
    ...(structure?.newTabs.length && { newTabs: structure.newTabs }),
    ...(dialogs?.length && { dialogs }),
    ...(downloads?.length && { downloads }),
    ...(pageErrors?.length && { pageErrors: pageErrors.slice(0, 3) }),
  };
}

async function look({ page, warn }: PageContext, { detail, scope, roles }: BrowserInput, usual: Detail): Promise<Answer> {
  const wish = detail ?? (scope !== undefined || roles !== undefined ? "interactive" : usual);
  const { title, snapshot, warnings } = await webSnapshot(page, { detail: wish, ...(scope !== undefined && { scope }), ...(roles && { roles }) });
  for (const line of warnings) warn(line);
  const status = documentStatus(page);
  return { title, ...(status !== undefined && { status }), detail: wish, snapshot };
}

function targetOf({ page }: PageContext, { selector = "" }: BrowserInput): Answer {
  return selector.startsWith("@") ? { ref: LatestRefs.of(page).resolve(selector) } : { selector };
}

async function keep({ files, session }: PageContext, text: string, ending: string): Promise<Answer> {
  const { responseId, bytes, lines } = await keepCapture(files, session.id, text, ending);
  return { responseId, bytes, lines };
}

const timeOf = ({ timeoutSeconds }: BrowserInput, usual?: number): Answer => {
  const timeoutMs = timeoutSeconds === undefined ? usual : timeoutSeconds * 1000;
  return timeoutMs === undefined ? {} : { timeoutMs };
};
