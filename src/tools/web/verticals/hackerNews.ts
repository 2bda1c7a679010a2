import { z } from "zod";
import { isAt, pathOf, present, type Vertical, wordsOfHtml } from "./vertical.ts";

const API = "https://hn.algolia.com/api/v1";
const MAX_COMMENTS = 200;

interface Item {
  author?: string | null | undefined;
  text?: string | null | undefined;
  created_at?: string | undefined;
  children: Item[];
}

const item: z.ZodType<Item> = z.lazy(() => z.object({ author: z.string().nullish(), text: z.string().nullish(), created_at: z.string().optional(), children: z.array(item) }));
const story = z.object({ id: z.number(), title: z.string().nullish(), url: z.string().nullish(), points: z.number().nullish(), author: z.string().nullish(), text: z.string().nullish(), created_at: z.string(), children: z.array(item) });
const front = z.object({ hits: z.array(z.object({ objectID: z.string(), title: z.string().nullish(), url: z.string().nullish(), points: z.number().nullish(), author: z.string(), num_comments: z.number().nullish() })) });

export const hackerNews: Vertical = {
  name: "hackernews",
  about: "Stories and comments of Hacker News, and its front page.",
  matches: (url) => isAt(url, "ycombinator.com") && url.hostname.startsWith("news.") && (url.searchParams.has("id") || pathOf(url).length === 0 || pathOf(url)[0] === "news"),
  extract: async (url, web) => {
    const id = url.searchParams.get("id");
    if (id === null) {
      const { hits } = front.parse(await web.json(`${API}/search?tags=front_page&hitsPerPage=30`));
      return { kind: "front-page", stories: hits.map(({ objectID, title, url: link, points, author, num_comments }) => ({ id: objectID, title, ...present({ link, points, comments: num_comments }), author })) };
    }
    const found = story.parse(await web.json(`${API}/items/${encodeURIComponent(id)}`));
    const comments = [...commentsIn(found.children, 0)];
    return {
      kind: found.title ? "story" : "comment",
      id: String(found.id),
      ...present({ title: found.title, link: found.url, points: found.points, author: found.author, text: found.text && wordsOfHtml(found.text) }),
      createdAt: found.created_at,
      comments: comments.slice(0, MAX_COMMENTS),
      ...(comments.length > MAX_COMMENTS && { moreComments: comments.length - MAX_COMMENTS }),
    };
  },
};

/** In the order of the page, each with how deep it stands. */
function* commentsIn(items: readonly Item[], depth: number): Generator<{ depth: number; author?: string; text: string }> {
  for (const { author, text, children } of items) {
    if (text) yield { depth, ...(author && { author }), text: wordsOfHtml(text) };
    yield* commentsIn(children, depth + 1);
  }
}
