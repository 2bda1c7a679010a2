import { z } from "zod";
import { globToRegExp } from "../../session/glob.ts";
import type { SessionContext } from "../context.ts";
import { regularExpression } from "../regularExpression.ts";

const MAX_READ = 500;

export const limitShape = z.number().int().min(1).max(MAX_READ).optional().describe("newest so many; 50");

/** Which pages of the session a read of its buffers is about. */
export const scopeShape = {
  all: z.boolean().optional().describe("every page of the session; agents get them all unless they name one"),
  page: z.string().min(1).optional().describe("id prefix or part of the title"),
};

interface Scope {
  all?: boolean | undefined;
  page?: string | undefined;
}

/** Agents look back over the whole session; people at the page in front of them. */
export const isPerson = ({ client }: SessionContext): boolean => client.kind === "cli" || client.kind === "repl";

/** The entries of the pages that are meant. */
export function inScope<T extends { pageId: string }>(context: SessionContext, { all, page }: Scope, entries: T[]): T[] {
  const everything = page === undefined && (all ?? !isPerson(context));
  if (everything) return entries;
  const wanted = context.session.page(page).id;
  return entries.filter(({ pageId }) => pageId === wanted);
}

/** A part of the URL, a glob when there is a star in it, or a regular expression between slashes. */
export function urlFilter(wanted: string | undefined): (url: string) => boolean {
  if (wanted === undefined) return () => true;
  const expression = /^\/(.+)\/(i?)$/s.exec(wanted);
  // "/api/i" is a part of a path: an expression has at least one sign that no path needs.
  if (expression && /[$()*+.?[\\\]^{|}]/.test(expression[1]!)) {
    const matches = regularExpression(expression[1]!, expression[2]);
    return (url) => matches.test(url);
  }
  if (!wanted.includes("*")) return (url) => url.includes(wanted);
  const anchored = /^(?:\*|[a-z]+:)/i.test(wanted);
  const matches = globToRegExp(anchored ? wanted : `**${wanted}**`);
  return (url) => matches.test(url);
}

/** By the clock on the wall. */
export function timeOf(ts: number): string {
  const at = new Date(ts);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}
