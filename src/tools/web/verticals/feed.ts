import { DroverError } from "../../../protocol/errors.ts";
import type { Vertical } from "./vertical.ts";

export const feed: Vertical = {
  name: "feed",
  about: "RSS and Atom feeds, or a page that names its feed.",
  matches: ({ pathname }) => /(?:\.(?:rss|atom|rdf)|\/(?:feed|rss|atom)(?:\.xml)?\/?|\/feeds?\/.*\.xml)$/i.test(pathname),
  extract: async ({ href }, web) => {
    const { kind: format, ...found } = (await web.feed(href)) ?? missing(href);
    return { kind: "feed", format, ...found };
  },
};

function missing(href: string): never {
  throw new DroverError("not-found", `${href} is no feed and names none`, { hint: "extractor=article reads it as a page." });
}
