import type { OriginDump } from "../../page/state/api.ts";
import type { Session } from "../session.ts";
import { OriginDocuments } from "./originDocuments.ts";
import { webOrigin } from "./originsSeen.ts";
import { unpack } from "./packed.ts";
import type { OriginState, StorageState } from "./storageState.ts";

/** A session's cookies and the storage of every origin its pages have been on. */
export async function captureState(
  session: Session,
  { indexedDB }: { indexedDB: boolean },
  warn: (line: string) => void,
): Promise<StorageState> {
  const documents = new OriginDocuments(session, originsOf(session));
  const reading = documents.each(async ({ frame, origin }) => unpack<OriginDump>(await frame.agent("originStateRead", { origin, indexedDB })));
  const [cookies, outcomes] = await Promise.all([session.context.cookies(), reading]).finally(() => documents.close());
  const origins: OriginState[] = [];
  for (const outcome of outcomes) {
    if ("refusal" in outcome) {
      warn(`${outcome.origin} was left out: ${outcome.refusal.message}`);
      continue;
    }
    const { localStorage, indexedDB: databases, warnings } = outcome.value;
    for (const line of warnings) warn(line);
    if (localStorage.length > 0 || databases?.length)
      origins.push({ origin: outcome.origin, localStorage, ...(databases?.length && { indexedDB: databases }) });
  }
  return { cookies, origins };
}

/** Where the session's pages are and have been. */
export function originsOf(session: Session): string[] {
  const open = session.context.pages().map((page) => webOrigin(page.url));
  return [...new Set([...open.filter((origin) => origin !== undefined), ...session.origins.list()])];
}
