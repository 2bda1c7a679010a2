import { z } from "zod";
import { DroverError } from "../../../protocol/errors.ts";
import { isAt, pathOf, present, type Vertical, wordsOfHtml } from "./vertical.ts";

const API = "https://api.stackexchange.com/2.3";
const owner = z.object({ display_name: z.string().optional() }).optional();
const question = z.object({ question_id: z.number(), title: z.string(), body: z.string(), score: z.number(), tags: z.array(z.string()), link: z.string(), answer_count: z.number(), view_count: z.number().optional(), creation_date: z.number(), owner });
const answer = z.object({ answer_id: z.number(), body: z.string(), score: z.number(), is_accepted: z.boolean(), owner });
const items = <T extends z.ZodType>(shape: T) => z.object({ items: z.array(shape) });

const sites = ["stackoverflow.com", "stackexchange.com", "serverfault.com", "superuser.com", "askubuntu.com", "mathoverflow.net"];

export const stackOverflow: Vertical = {
  name: "stackoverflow",
  about: "Questions of Stack Overflow and its sister sites, with their answers.",
  matches: (url) => sites.some((site) => isAt(url, site)) && ["questions", "q"].includes(pathOf(url)[0] ?? "") && /^\d+$/.test(pathOf(url)[1] ?? ""),
  extract: async (url, web) => {
    const id = pathOf(url)[1] ?? "";
    const site = encodeURIComponent(url.hostname.replace(/\.(?:com|net)$/, "").replace(/\.stackexchange$/, ""));
    const [asked, answered] = await Promise.all([web.json(`${API}/questions/${id}?site=${site}&filter=withbody`), web.json(`${API}/questions/${id}/answers?site=${site}&filter=withbody&sort=votes&order=desc&pagesize=20`)]);
    const [found] = items(question).parse(asked).items;
    if (!found) throw new DroverError("not-found", `${url.hostname} has no question ${id}`, { failure: { source: "app" } });
    const answers = items(answer).parse(answered).items.toSorted((a, b) => Number(b.is_accepted) - Number(a.is_accepted) || b.score - a.score);
    return {
      kind: "question",
      id: String(found.question_id),
      title: wordsOfHtml(found.title),
      url: found.link,
      score: found.score,
      ...present({ views: found.view_count, author: found.owner?.display_name }),
      tags: found.tags,
      createdAt: new Date(found.creation_date * 1000).toISOString(),
      body: wordsOfHtml(found.body),
      answerCount: found.answer_count,
      answers: answers.map(({ body, score, is_accepted, owner: by }) => ({ score, ...(is_accepted && { accepted: true }), ...present({ author: by?.display_name }), body: wordsOfHtml(body) })),
    };
  },
};
