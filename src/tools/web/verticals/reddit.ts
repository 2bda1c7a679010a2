import { z } from "zod";
import { isAt, pathOf, present, type Vertical } from "./vertical.ts";

const MAX_COMMENTS = 200;

const post = z.object({
  title: z.string(),
  author: z.string().nullish(),
  subreddit: z.string(),
  score: z.number(),
  num_comments: z.number(),
  selftext: z.string().optional(),
  url: z.string().optional(),
  permalink: z.string(),
  created_utc: z.number(),
  over_18: z.boolean().optional(),
});
const thing = z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) });
const listing = z.object({ data: z.object({ children: z.array(thing) }) });

export const reddit: Vertical = {
  name: "reddit",
  about: "Posts of Reddit with their comments, and lists of posts.",
  matches: (url) => isAt(url, "reddit.com") && pathOf(url)[0] === "r",
  extract: async (url, web) => {
    const path = url.pathname.replace(/\/$/, "");
    const answer = await web.json(`https://www.reddit.com${path}.json?raw_json=1&limit=100`);
    if (!Array.isArray(answer)) return { kind: "posts", posts: listing.parse(answer).data.children.filter(({ kind }) => kind === "t3").map(({ data }) => postOf(post.parse(data))) };
    const [about, replies] = z.tuple([listing, listing]).parse(answer);
    const comments = [...commentsIn(replies.data.children, 0)];
    return {
      kind: "post",
      ...postOf(post.parse(about.data.children[0]?.data)),
      comments: comments.slice(0, MAX_COMMENTS),
      ...(comments.length > MAX_COMMENTS && { moreComments: comments.length - MAX_COMMENTS }),
    };
  },
};

const postOf = ({ title, author, subreddit, score, num_comments, selftext, url, permalink, created_utc, over_18 }: z.output<typeof post>) => ({
  title,
  ...present({ author, text: selftext, link: url?.includes(permalink) ? undefined : url }),
  subreddit,
  score,
  commentCount: num_comments,
  url: `https://www.reddit.com${permalink}`,
  createdAt: new Date(created_utc * 1000).toISOString(),
  ...(over_18 && { adult: true }),
});

const reply = z.object({ author: z.string().nullish(), body: z.string().optional(), score: z.number().optional(), replies: z.union([z.literal(""), listing]).optional() });

function* commentsIn(things: readonly z.output<typeof thing>[], depth: number): Generator<{ depth: number; author?: string; score?: number; text: string }> {
  for (const { kind, data } of things) {
    if (kind !== "t1") continue;
    const { author, body, score, replies } = reply.parse(data);
    if (body) yield { depth, ...(author && { author }), ...(score !== undefined && { score }), text: body };
    if (replies) yield* commentsIn(replies.data.children, depth + 1);
  }
}
