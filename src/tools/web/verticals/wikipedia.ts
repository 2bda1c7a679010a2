import { z } from "zod";
import { isAt, pathOf, present, type Vertical } from "./vertical.ts";

const summary = z.object({
  title: z.string(),
  description: z.string().optional(),
  extract: z.string(),
  lang: z.string().optional(),
  timestamp: z.string().optional(),
  type: z.string().optional(),
  thumbnail: z.object({ source: z.string() }).optional(),
  coordinates: z.object({ lat: z.number(), lon: z.number() }).optional(),
});

export const wikipedia: Vertical = {
  name: "wikipedia",
  about: "Articles of Wikipedia.",
  matches: (url) => isAt(url, "wikipedia.org") && pathOf(url)[0] === "wiki",
  extract: async (url, web) => {
    const title = encodeURIComponent(pathOf(url).slice(1).join("/"));
    const origin = url.origin.replace(".m.wikipedia.org", ".wikipedia.org");
    const [about, { markdown }] = await Promise.all([web.json(`${origin}/api/rest_v1/page/summary/${title}`), web.article(`${origin}/wiki/${title}`)]);
    const found = summary.parse(about);
    return {
      kind: found.type === "disambiguation" ? "disambiguation" : "encyclopedia-article",
      title: found.title,
      summary: found.extract,
      ...present({ description: found.description, lang: found.lang, editedAt: found.timestamp, picture: found.thumbnail?.source, coordinates: found.coordinates }),
      markdown,
    };
  },
};
