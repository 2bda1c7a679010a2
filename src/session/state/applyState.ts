import type { LongText, OriginContents } from "../../page/state/api.ts";
import type { CookieParam, EngineContext, EngineFrame } from "../../engine/port.ts";
import { PIECE_LENGTH } from "../../page/state/pieces.ts";
import type { Session } from "../session.ts";
import type { SessionPage } from "../sessionPage.ts";
import { originsOf } from "./captureState.ts";
import { cookieParam, setCookies, unexpired } from "./cookies.ts";
import { deliverByFile, deliverText } from "./longText.ts";
import { OriginDocuments, outcomeOf, type OriginDocument, type OriginOutcome } from "./originDocuments.ts";
import { webOrigin } from "./originsSeen.ts";
import type { OriginState, StorageState } from "./storageState.ts";

export interface AppliedState {
  cookies: number;
  /** Origins whose storage was written. */
  origins: string[];
}

interface ReplaceOptions {
  /** The session has nothing to clear. */
  fresh?: boolean;
  /** Where the state may lie on disk for a moment, when it does so anyway. */
  spool?: string | undefined;
}

/** A clean swap: what the session had is gone, what the state has is there. */
export async function replaceState(
  session: Session,
  state: StorageState,
  warn: (line: string) => void,
  { fresh = false, spool }: ReplaceOptions = {},
): Promise<AppliedState> {
  const cookies = unexpired(state.cookies, warn);
  const wanted = new Map(state.origins.map((each) => [each.origin, each]));
  const unwanted = fresh ? [] : (await originsOf(session)).filter((origin) => !wanted.has(origin));
  const pageless = forgettableByName(session, unwanted);
  const documents = new OriginDocuments(session, [...wanted.keys(), ...unwanted.filter((origin) => !pageless.includes(origin))]);
  const replacingCookies = replaceCookies(session, cookies);
  // The storage's contents are on their way meanwhile, and go no further if a cookie is refused.
  const replaceStorage = async ({ origin, frame, live }: OriginDocument) => {
    const contents = await deliver(frame, wanted.get(origin), canReadFiles(session) ? spool : undefined);
    await replacingCookies;
    return frame.ask("originStateWrite", { origin, contents, earlier: fresh ? "keep" : live ? "empty" : "delete" });
  };
  const [, outcomes] = await Promise.all([replacingCookies.then(() => forgetByName(session, pageless)), documents.each(replaceStorage)]).finally(() =>
    documents.close(),
  );
  const done = written(outcomes, warn).filter((origin) => wanted.has(origin));
  for (const origin of done) session.parts.origins.note(origin);
  return { cookies: cookies.length, origins: done };
}

/** Adds to what the session has: all cookies, and storage of the origin that the page is on. */
export async function mergeState(
  session: Session,
  page: SessionPage | undefined,
  state: StorageState,
  warn: (line: string) => void,
): Promise<AppliedState & { originsSkipped: string[] }> {
  const cookies = unexpired(state.cookies, warn);
  await setCookies(session.context, cookies);
  const here = webOrigin(page?.url ?? "");
  const mine = state.origins.find(({ origin }) => origin === here);
  const merge = async ({ origin }: OriginState, frame: EngineFrame) =>
    frame.ask("originStateWrite", { origin, contents: await deliver(frame, mine), earlier: "keep" });
  const outcomes = page && mine ? [await outcomeOf(mine.origin, merge(mine, page.engine.mainFrame))] : [];
  return {
    cookies: cookies.length,
    origins: written(outcomes, warn),
    originsSkipped: state.origins.filter((each) => each !== mine).map(({ origin }) => origin),
  };
}

/** The origins that were written; warns of what was not. */
function written(outcomes: OriginOutcome<{ warnings: string[] }>[], warn: (line: string) => void): string[] {
  for (const outcome of outcomes) {
    if ("refusal" in outcome) warn(`${outcome.origin} was not restored: ${outcome.refusal.message}`);
    else for (const line of outcome.value.warnings) warn(line);
  }
  return outcomes.filter((outcome) => "value" in outcome).map(({ origin }) => origin);
}

function deliver(frame: EngineFrame, state: OriginState | undefined, spool?: string): Promise<LongText> {
  const contents: OriginContents = { localStorage: state?.localStorage ?? [], indexedDB: state?.indexedDB ?? [] };
  const text = JSON.stringify(contents);
  const inPieces = () => deliverText(frame, text);
  // A browser that is confined (a snap, a container) may not see the file, or the disk be full.
  return spool !== undefined && text.length > PIECE_LENGTH ? deliverByFile(frame, text, spool).catch(inPieces) : inPieces();
}

/** A browser of our own sees our files; Firefox takes none for an input that is on no page. */
const canReadFiles = ({ engine, mode, sharesDisk }: Session): boolean => engine === "chromium" && mode !== "attached" && sharesDisk;

/** Chromium forgets by its name what an origin without a page has stored: nothing has to be opened for it. */
function forgettableByName({ context }: Session, origins: string[]): string[] {
  const open = new Set(context.pages().flatMap((page) => page.frames().map(({ url }) => webOrigin(url))));
  return commandsOf(context) ? origins.filter((origin) => !open.has(origin)) : [];
}

async function forgetByName({ context }: Session, origins: string[]): Promise<void> {
  const storageTypes = "local_storage,indexeddb";
  await Promise.all(origins.map((origin) => commandsOf(context)?.send("Storage.clearDataForOrigin", { origin, storageTypes })));
}

const commandsOf = (context: EngineContext) => context.pages().find(({ crashed }) => !crashed)?.cdp;

/** The browser may refuse a cookie of the state: then the session keeps those it had. */
async function replaceCookies({ context }: Session, cookies: CookieParam[]): Promise<void> {
  const before = await context.cookies();
  await context.clearCookies();
  try {
    await setCookies(context, cookies);
  } catch (refusal) {
    await context.clearCookies();
    await setCookies(context, before.map(cookieParam));
    throw refusal;
  }
}
