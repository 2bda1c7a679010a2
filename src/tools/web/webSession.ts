import { displayOf } from "../../config/display.ts";
import { findBrowser } from "../../browser/findBrowser.ts";
import { browserKinds, type BrowserKind } from "../../browser/kinds.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import type { Session } from "../../session/session.ts";
import { replaceState } from "../../session/state/applyState.ts";
import { digestOf } from "../../text/fileName.ts";
import type { DaemonContext } from "../context.ts";
import { canonicalLocale, knownTimezone } from "../emulate/device.ts";
import { authSlotsOf } from "../state/shapes.ts";

export const browserBackends = [...browserKinds, "cloak", "playwright"] as const;

/** What holds from the moment a session is made. */
export interface BoundSettings {
  browserBackend?: (typeof browserBackends)[number];
  proxy?: string | string[];
  timezone?: string;
  locale?: string;
  browserProfile?: string;
}

interface Wanted extends BoundSettings {
  sessionId: string;
  /** A session that is gone may be begun anew: the call goes somewhere, and needs nothing of what was there. */
  mayBeginAnew: boolean;
}

/** The session of that id, made now with the guard when there is none. */
export async function webSession(context: DaemonContext, wanted: Wanted): Promise<string> {
  const { sessionId: id } = wanted;
  if (context.sessions.knows(id) && (await goesOn(context, wanted))) return id;
  try {
    await open(context, wanted);
  } catch (thrown) {
    // Somebody else has made it meanwhile.
    if (!isDroverError(thrown) || thrown.code !== "session-exists") throw thrown;
  }
  return id;
}

/** False when it is gone, and what was saved of it or the call itself allows to begin anew. */
async function goesOn(context: DaemonContext, wanted: Wanted): Promise<boolean> {
  try {
    const { session, warnings } = await context.sessions.use({ id: wanted.sessionId }, context.config, context.admission);
    for (const line of warnings) context.warn(line);
    warnOfIgnored(context, session, wanted);
    return true;
  } catch (thrown) {
    const lost = isDroverError(thrown) && thrown.code === "session-lost";
    if (lost && (wanted.mayBeginAnew || (await hasSaved(context, wanted.sessionId)))) return false;
    if (!lost) throw thrown;
    throw new DroverError("session-lost", thrown.message, { cause: thrown, failure: { source: "drover" }, hint: "Its cookies and pages are gone. action=navigate begins it anew; saveSession=true keeps log-ins for such a case." });
  }
}

async function open(context: DaemonContext, wanted: Wanted): Promise<void> {
  const { config, client, home } = context;
  const timezoneId = wanted.timezone === undefined ? undefined : knownTimezone(wanted.timezone);
  const locale = wanted.locale === undefined ? undefined : canonicalLocale(wanted.locale);
  const browser = wanted.browserBackend === undefined ? undefined : installed(wanted.browserBackend, home);
  const proxy = wanted.proxy === undefined ? undefined : nextProxy(wanted.proxy);
  const isAttached = config.attachEndpoint !== undefined && browser === undefined && proxy === undefined;
  const { session, warnings } = await context.sessions.open(
    {
      id: wanted.sessionId,
      ...(!isAttached && { mode: "incognito" as const, guard: true }),
      ...(browser && { browser }),
      ...(proxy !== undefined && { proxy }),
      display: displayOf(client.env),
      owner: client.owner,
    },
    config,
    context.admission,
  );
  for (const line of warnings) context.warn(line);
  await session.parts.device.set({ ...(timezoneId && { timezoneId }), ...(locale && { locale }), ...(wanted.browserProfile !== undefined && { userAgent: wanted.browserProfile }) });
  await putBack(context, session);
}

function installed(backend: (typeof browserBackends)[number], home: DaemonContext["home"]): BrowserKind {
  const kind = browserKinds.find((each) => each === backend);
  if (kind && findBrowser(home, kind)) return kind;
  throw new DroverError("no-browser", kind ? `${kind} is not installed` : `there is no browser "${backend}": Drover drives the browsers of this machine`, {
    hint: kind ? `\`drover install ${kind}\`, or leave browserBackend out.` : `Leave browserBackend out, or pass one of ${browserKinds.join(", ")}.`,
  });
}

/** Which of a list of proxies is next, by the list. */
const turns = new Map<string, number>();

function nextProxy(given: string | string[]): string | undefined {
  if (typeof given === "string") return given;
  const key = JSON.stringify(given);
  const turn = turns.get(key) ?? 0;
  turns.set(key, turn + 1);
  return given[turn % given.length];
}

function warnOfIgnored({ warn }: DaemonContext, session: Session, wanted: BoundSettings): void {
  const { timezoneId, locale, userAgent } = session.parts.device.state;
  const { gate, browser } = session.plan;
  const has = { browserBackend: browser, proxy: gate?.proxy, timezone: timezoneId, locale, browserProfile: userAgent };
  const ignored = (Object.keys(has) as (keyof BoundSettings)[]).filter((name) => {
    const given = wanted[name];
    return given !== undefined && !(Array.isArray(given) ? given.includes(String(has[name])) : same(given, has[name]));
  });
  if (ignored.length > 0) warn(`${ignored.join(", ")} ${ignored.length > 1 ? "hold" : "holds"} from the moment a session is made: "${session.id}" keeps what it has. Use a new sessionId.`);
}

const same = (given: string, has: string | null | undefined): boolean => given.toLowerCase() === has?.toLowerCase();

/** Names of saved log-ins are plain; ids of sessions may be anything. */
export const savedNameOf = (id: string): string => `web-${/^[\w.-]{1,60}$/.test(id) ? id : digestOf(id).slice(0, 20)}`;

async function hasSaved(context: DaemonContext, id: string): Promise<boolean> {
  const slots = await (await authSlotsOf(context)).list();
  return slots.some(({ name }) => name === savedNameOf(id));
}

/** A session whose log-ins were saved begins with them. */
async function putBack(context: DaemonContext, session: Session): Promise<void> {
  if (session.mode !== "incognito" || !(await hasSaved(context, session.id))) return;
  const slots = await authSlotsOf(context);
  const { cookies } = await replaceState(session, await slots.load(savedNameOf(session.id)), (line) => context.warn(line), { fresh: true, spool: slots.spool });
  context.warn(`What saveSession had kept of "${session.id}" was put back (${cookies} cookies).`);
}
