import { type RunningBrowser, runningBrowsers } from "../../browser/runningBrowsers.ts";
import { playwrightTests } from "../../browser/playwrightTests.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Invocation } from "../commands/ownCommand.ts";
import { alignedRows } from "../alignedRows.ts";
import { askLine } from "../askLine.ts";
import { attachTest } from "./attachTest.ts";
import { note } from "../terminal.ts";
import { wrongUsage } from "../values.ts";

interface Page {
  id: string;
  title: string;
  url: string;
}

/** Finds the browsers of this person, opens a session on the one that is meant, and makes one of its tabs the active page. */
export async function attach(call: Invocation): Promise<number> {
  const [wanted] = call.words;
  const test = wanted === undefined ? undefined : playwrightTests().find(({ title }) => title === wanted);
  if (test) return attachTest(call, test);
  const browsers = await runningBrowsers();
  const open = browsers.filter(({ endpoint }) => endpoint !== undefined);
  if (call.on("list")) return call.show({ ok: true, browsers }, listed(call, browsers));
  const endpoint = await endpointMeant(call, wanted, browsers, open);
  const { session } = call;
  note(`If a browser asks whether it may be debugged, allow it there.`);
  await call.call("open_session", { session, mode: "attached", endpoint });
  const { sessions: pages } = await call.call<{ sessions: Page[] }>("target", { session });
  const query = call.text("tab") ?? (await tabMeant(call, pages));
  if (query !== undefined) await call.call("target", { session, query: pageId(query, pages) });
  const now = await call.call<{ activeSession: string | null; sessions: Page[] }>("target", { session });
  const active = now.sessions.find(({ id }) => id === now.activeSession);
  return call.show(
    { ok: true, session, endpoint, pages: now.sessions, active: active?.id ?? null },
    [tabs(call, pages), `Session "${session}" drives ${active ? `"${active.title}" (${active.url})` : "it"}. \`drover target <title>\` chooses another tab, \`drover close\` lets go; the browser stays as it is.`].filter(Boolean).join("\n"),
  );
}

async function endpointMeant(call: Invocation, wanted: string | undefined, browsers: RunningBrowser[], open: RunningBrowser[]): Promise<string> {
  if (wanted !== undefined && /^(\d{3,5}|.*:\/\/.*|.+:\d+)$/.test(wanted)) return wanted;
  const fitting = wanted === undefined ? open : open.filter(({ kind, title }, index) => String(index + 1) === wanted || kind === wanted.toLowerCase() || title.toLowerCase().includes(wanted.toLowerCase()));
  const [only] = fitting;
  if (only?.endpoint !== undefined && fitting.length === 1) return only.endpoint;
  if (fitting.length > 1 && process.stdin.isTTY && !call.json) {
    note(listed(call, fitting));
    const chosen = fitting[Number(await askLine("Which one? ")) - 1]?.endpoint;
    if (chosen !== undefined) return chosen;
  }
  if (fitting.length > 1) throw wrongUsage(`${fitting.length} browsers may be driven`, `Name one: ${fitting.map(({ title }) => `drover attach "${title}"`).join(", ")}.`);
  if (wanted !== undefined && /^tw-[0-9a-f]+$/.test(wanted)) throw new DroverError("not-found", `no test of that name waits: ${wanted}`, { hint: "`npx playwright test --debug=cli` prints the name of one; it lives as long as the test." });
  throw new DroverError("not-attachable", browsers.length === 0 ? "no browser of yours runs" : "no browser of yours that runs may be driven", { hint: howTo(browsers), fields: { browsers } });
}

/** What switches debugging on in those that run, or in any. */
function howTo(browsers: readonly RunningBrowser[]): string {
  const kinds = new Set(browsers.map(({ kind }) => kind));
  const chromium = "in Chrome, Edge, Brave or Chromium (144 and later) open chrome://inspect/#remote-debugging and tick “Allow remote debugging for this browser instance”";
  const firefox = "start Firefox with --remote-debugging-port=9222";
  const ways = [...(kinds.size === 0 || kinds.size > 1 || !kinds.has("firefox") ? [chromium] : []), ...(kinds.size === 0 || kinds.has("firefox") ? [firefox] : [])];
  return `${ways.join("; or ")}; then run \`drover attach\` again. \`drover chrome start\` starts a browser of its own that may be driven, and \`drover bridge\` shares single tabs.`;
}

const listed = (call: Invocation, browsers: readonly RunningBrowser[]): string =>
  browsers.length === 0
    ? `No browser of yours runs. ${howTo([])}`
    : [alignedRows(["", "BROWSER", "PID", "MAY BE DRIVEN", "PROFILE"], browsers.map(({ title, pid, endpoint, dir }, index) => [String(index + 1), title, String(pid ?? "?"), endpoint ?? "no", dir]), call.people), ...(browsers.some(({ endpoint }) => endpoint === undefined) ? [`To allow it: ${howTo(browsers.filter(({ endpoint }) => endpoint === undefined))}`] : [])].join("\n");

const tabs = (call: Invocation, pages: readonly Page[]): string => (pages.length === 0 ? "" : alignedRows(["", "TITLE", "URL"], pages.map(({ title, url }, index) => [String(index + 1), title, url]), call.people));

async function tabMeant(call: Invocation, pages: readonly Page[]): Promise<string | undefined> {
  if (pages.length < 2 || !process.stdin.isTTY || call.json) return undefined;
  note(tabs(call, pages));
  return (await askLine("Which tab? [the first] ")) || undefined;
}

/** A number of the list, else whatever `target` understands. */
const pageId = (query: string, pages: readonly Page[]): string => (/^\d{1,3}$/.test(query) ? (pages[Number(query) - 1]?.id ?? query) : query);
