import { z } from "zod";
import type { ConsoleEntry } from "../../session/consoleLog.ts";
import type { NetworkEntry } from "../../session/networkLog.ts";
import { hasFailed } from "../../session/requestFacts.ts";
import { urlFilter } from "./scope.ts";

/** Which requests are meant, when they are read back and when they are followed. */
export const requestFilterShape = {
  url: z.string().min(1).optional().describe("part, glob or /regex/"),
  method: z.string().min(1).optional().describe("GET, POST …"),
  status: z.coerce.string().regex(/^([1-5](\d\d|xx)|failed)$/i, "a code such as 404, a class such as 4xx, or failed").optional().describe("404, 4xx, failed"),
  type: z.string().min(1).optional().describe("document, script, fetch, xhr, image …"),
  everything: z.boolean().optional().describe("list pictures, fonts, styles and beacons too"),
};

type Wanted = z.output<z.ZodObject<typeof requestFilterShape>>;

export function requestFilter({ url, method, status, type }: Wanted): (entry: NetworkEntry) => boolean {
  const urlFits = urlFilter(url);
  return (entry) =>
    urlFits(entry.url) &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (type === undefined || entry.type === type.toLowerCase()) &&
    (status === undefined || statusFits(entry, status.toLowerCase()));
}

function statusFits(entry: NetworkEntry, wanted: string): boolean {
  if (wanted === "failed") return hasFailed(entry);
  return new RegExp(`^${wanted.replaceAll("x", "\\d")}$`).test(String(entry.response?.status));
}

export const levels = ["log", "info", "warning", "error", "debug", "trace"] as const;

/** Browsers say "warning", people type "warn". */
export const levelShape = z.enum([...levels, "warn"]).optional().describe("only these");

export function levelFilter(level: z.output<typeof levelShape>): (line: Pick<ConsoleEntry, "type">) => boolean {
  const wanted = level === "warn" ? "warning" : level;
  return ({ type }) => wanted === undefined || type === wanted;
}
