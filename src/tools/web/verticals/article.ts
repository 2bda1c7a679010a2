import { present, type Vertical } from "./vertical.ts";

export const article: Vertical = {
  name: "article",
  about: "Any page: title, author, date and the text as markdown.",
  matches: () => true,
  extract: async ({ href }, web) => {
    const { url, title, byline, published, lang, excerpt, markdown } = await web.article(href);
    return { kind: "article", url, title, ...present({ byline, published, lang, excerpt }), words: markdown.split(/\s+/).filter(Boolean).length, markdown };
  },
};
