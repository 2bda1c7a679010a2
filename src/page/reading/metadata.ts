import type { Reading } from "./api.ts";

export type Metadata = Pick<Reading, "url" | "title" | "lang" | "byline" | "published" | "excerpt">;

/** What the document says of itself. */
export function metadataOf(document: Document): Metadata {
  const said = [...document.querySelectorAll("meta[content]")];
  const meta = (...names: string[]): string => {
    for (const name of names) {
      const content = said.find((each) => ["property", "name", "itemprop"].some((key) => each.getAttribute(key) === name))?.getAttribute("content")?.trim();
      if (content) return content;
    }
    return "";
  };
  return {
    url: document.URL,
    title: document.title.trim() || meta("og:title", "twitter:title"),
    lang: document.documentElement?.getAttribute("lang") ?? "",
    byline: meta("author", "article:author", "dc.creator", "citation_author"),
    published: meta("article:published_time", "datePublished", "date", "dc.date", "citation_publication_date") || (document.querySelector("time[datetime]")?.getAttribute("datetime") ?? ""),
    excerpt: meta("description", "og:description", "twitter:description"),
  };
}
