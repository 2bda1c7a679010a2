import type { SessionPage } from "../../session/sessionPage.ts";

/** What the page's server answered with: a page that wants a log-in or is not there is a page all the same. */
export function documentStatus({ id, url, engine, session }: SessionPage): number | undefined {
  const bare = url.replace(/#.*$/s, "");
  const last = session.parts.network.entries.toArray().findLast((entry) => entry.pageId === id && entry.type === "document" && (entry.frameId ?? engine.mainFrame.id) === engine.mainFrame.id && entry.url.replace(/#.*$/s, "") === bare);
  return last?.response?.status || undefined;
}
