import type { Feed } from "../../../analysis/documents/readFeed.ts";
import type { StructuredData } from "../../../analysis/documents/structuredData.ts";

/** What a vertical asks the web for, guarded as everything else is. */
export interface VerticalWeb {
  /** Parsed JSON; an answer that is none, or an error, is refused with its status. */
  json(url: string, headers?: Record<string, string>): Promise<unknown>;
  text(url: string): Promise<string>;
  /** What there is to read on a page, as markdown. */
  article(url: string): Promise<{ url: string; title: string; byline: string; published: string; lang: string; excerpt: string; markdown: string }>;
  /** What a page says of itself for programs. */
  data(url: string): Promise<StructuredData>;
  /** A feed, or the one that a page names; undefined where there is none. */
  feed(url: string): Promise<Feed | undefined>;
}

export interface VerticalResult {
  /** What it is of: "repository", "question". */
  kind: string;
  [field: string]: unknown;
}

/** What is known of one site: which addresses are its, and what they are about. */
export interface Vertical {
  name: string;
  /** One line for people. */
  about: string;
  matches(url: URL): boolean;
  extract(url: URL, web: VerticalWeb): Promise<VerticalResult>;
}

/** The host is that one, or one below it. */
export const isAt = ({ hostname }: URL, host: string): boolean => hostname === host || hostname.endsWith(`.${host}`);

/** The name before the last dot: "github" of github.com. */
export const siteName = ({ hostname }: URL): string => hostname.split(".").at(-2) ?? "";

export const pathOf = ({ pathname }: URL): string[] => pathname.split("/").filter(Boolean).map(decodeURIComponent);

/** Without what is not there. */
export const present = <T extends Record<string, unknown>>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== "")) as Partial<T>;

/** HTML of an answer in words. */
export const wordsOfHtml = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/li|\/div|\/pre|\/h\d)[^>]*>/gi, "\n")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(lt|gt|quot|nbsp|apos|amp);/g, (_, name: string) => ({ lt: "<", gt: ">", quot: '"', nbsp: " ", apos: "'", amp: "&" })[name] ?? "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
