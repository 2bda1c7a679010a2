import type { NetworkEntry } from "../../session/networkLog.ts";
import type { SessionPage } from "../../session/sessionPage.ts";

/** The request that brought the page's document. */
export function documentEntry({ id, url, engine, session }: SessionPage): NetworkEntry | undefined {
  const bare = url.replace(/#.*$/s, "");
  return session.parts.network.entries.toArray().findLast((entry) => entry.pageId === id && entry.type === "document" && (entry.frameId ?? engine.mainFrame.id) === engine.mainFrame.id && entry.url.replace(/#.*$/s, "") === bare);
}

/** What the page's server answered with: a page that wants a log-in or is not there is a page all the same. */
export const documentStatus = (page: SessionPage): number | undefined => documentEntry(page)?.response?.status || undefined;
