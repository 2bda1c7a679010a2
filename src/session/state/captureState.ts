import type { Cookie } from "../../engine/port.ts";
import type { Session } from "../session.ts";
import { fetchText } from "./longText.ts";
import { OriginDocuments } from "./originDocuments.ts";
import { webOrigin } from "./originsSeen.ts";

/** A storage state as text: megabytes that nobody looks at are neither parsed nor written again. */
export interface CapturedState {
  json: Buffer;
  cookies: number;
  /** Origins that keep something. */
  origins: string[];
}

interface CapturedOrigin {
  origin: string;
  /** OriginContents as JSON. */
  contents: Buffer;
}

/** A session's cookies and the storage of every origin its pages have been on. */
export async function captureState(
  session: Session,
  { indexedDB }: { indexedDB: boolean },
  warn: (line: string) => void,
): Promise<CapturedState> {
  const documents = new OriginDocuments(session, await originsOf(session));
  const reading = documents.each(async ({ frame, origin }) => {
    const { contents, warnings } = await frame.ask("originStateRead", { origin, indexedDB });
    return { contents: contents && (await fetchText(frame, contents)), warnings };
  });
  const [cookies, outcomes] = await Promise.all([session.context.cookies(), reading]).finally(() => documents.close());
  const origins: CapturedOrigin[] = [];
  for (const outcome of outcomes) {
    if ("refusal" in outcome) {
      warn(`${outcome.origin} was left out: ${outcome.refusal.message}`);
      continue;
    }
    const { contents, warnings } = outcome.value;
    for (const line of warnings) warn(line);
    if (contents) origins.push({ origin: outcome.origin, contents });
  }
  return { json: stateJson(cookies, origins), cookies: cookies.length, origins: origins.map(({ origin }) => origin) };
}

function stateJson(cookies: Cookie[], origins: CapturedOrigin[]): Buffer {
  const parts = origins.flatMap(({ origin, contents }, index) => [
    Buffer.from(`${index > 0 ? "," : ""}{"origin":${JSON.stringify(origin)},`),
    // Its fields, without the brace that opens them.
    contents.subarray(1),
  ]);
  return Buffer.concat([Buffer.from(`{"cookies":${JSON.stringify(cookies)},"origins":[`), ...parts, Buffer.from("]}\n")]);
}

/** Where the session's pages are and have been. */
export async function originsOf(session: Session): Promise<string[]> {
  const open = session.context.pages().map((page) => webOrigin(page.url));
  return [...new Set([...open.filter((origin) => origin !== undefined), ...(await session.parts.origins.list())])];
}
