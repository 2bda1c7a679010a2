import savedPages from "./corpus/savedPages.json" with { type: "json" };
import sites from "./corpus/sites.json" with { type: "json" };

/** A real page that somebody else made, as an npm package ships it. */
export interface CorpusPage {
  maker: string;
  kind: string;
  package: string;
  file: string;
  licence: string;
}

export const corpus: readonly CorpusPage[] = [...sites, ...savedPages];
