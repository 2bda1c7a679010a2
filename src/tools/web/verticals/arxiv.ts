import { DroverError } from "../../../protocol/errors.ts";
import { isAt, pathOf, present, type Vertical } from "./vertical.ts";

export const arxiv: Vertical = {
  name: "arxiv",
  about: "Papers of arXiv.",
  matches: (url) => isAt(url, "arxiv.org") && ["abs", "pdf", "html"].includes(pathOf(url)[0] ?? ""),
  extract: async (url, web) => {
    const id = pathOf(url).slice(1).join("/").replace(/\.pdf$/, "");
    const { meta } = await web.data(`https://arxiv.org/abs/${id}`);
    const one = (name: string): string | undefined => [meta[name] ?? []].flat()[0];
    const title = one("citation_title");
    if (title === undefined) throw new DroverError("not-found", `arXiv has no paper ${id}`, { failure: { source: "app" } });
    const authors = [meta["citation_author"] ?? []].flat().map((name) => name.split(", ").toReversed().join(" "));
    return { kind: "paper", id: one("citation_arxiv_id") ?? id, title, authors, ...present({ abstract: one("citation_abstract"), date: one("citation_date"), doi: one("citation_doi"), pdf: one("citation_pdf_url") }) };
  },
};
