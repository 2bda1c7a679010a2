import { z } from "zod";
import { DroverError } from "../protocol/errors.ts";
import type { EventFilter } from "../protocol/messages.ts";
import type { SessionEvents } from "../session/events.ts";
import { isNoise } from "../session/requestFacts.ts";
import type { Session } from "../session/session.ts";
import type { SessionPage } from "../session/sessionPage.ts";
import { levelFilter, levelShape, requestFilter, requestFilterShape } from "../tools/traffic/filters.ts";
import { scopeShape } from "../tools/traffic/scope.ts";

const shape = z.strictObject({ ...requestFilterShape, level: levelShape, ...scopeShape });

/** Which of a session's events a subscriber is told of; topics without a word here are told in full. */
export type EventChoice = { [Topic in keyof SessionEvents]?: (...args: SessionEvents[Topic]) => boolean };

/**
 * Reads a subscriber's filter. It works on what was captured, before anything is redacted.
 * @param named the session whose pages it may name
 */
export function readEventFilter(given: EventFilter, named: Session | undefined): (session: Session) => EventChoice {
  const parsed = shape.safeParse(given);
  if (!parsed.success) throw invalidFilter(parsed.error.issues);
  const { level, page: query, all = false, everything = true, ...wanted } = parsed.data;
  const levelFits = levelFilter(level);
  const requestFits = requestFilter(wanted);
  const only = query === undefined ? undefined : named?.findPage(query);
  return (session) => {
    const isMeant = (page: SessionPage) => all || page === (only ?? session.activePage);
    return {
      console: (page, { level: type }) => isMeant(page) && levelFits({ type }),
      pageerror: (page) => isMeant(page) && levelFits({ type: "error" }),
      requestdone: (page, entry) => isMeant(page) && requestFits(entry) && (everything || !isNoise(entry)),
    };
  };
}

function invalidFilter(issues: z.core.$ZodIssue[]): DroverError {
  const lines = issues.map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message));
  return new DroverError("bad-input", lines.join("; "), { hint: "Filters are those of console_read and network_read." });
}
