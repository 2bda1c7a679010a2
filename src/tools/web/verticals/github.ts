import { z } from "zod";
import { mayFail } from "../../../diagnosis/mayFail.ts";
import { isAt, pathOf, present, type Vertical, type VerticalResult, type VerticalWeb } from "./vertical.ts";

const API = "https://api.github.com";
const headers = { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };

const user = z.object({ login: z.string() }).nullish();
const repository = z.object({
  full_name: z.string(),
  description: z.string().nullish(),
  homepage: z.string().nullish(),
  language: z.string().nullish(),
  stargazers_count: z.number(),
  forks_count: z.number(),
  open_issues_count: z.number(),
  topics: z.array(z.string()).optional(),
  license: z.object({ spdx_id: z.string().nullish() }).nullish(),
  default_branch: z.string(),
  archived: z.boolean().optional(),
  pushed_at: z.string().nullish(),
});
const readme = z.object({ content: z.string(), encoding: z.string() });
const issue = z.object({
  number: z.number(),
  title: z.string(),
  state: z.string(),
  user,
  labels: z.array(z.union([z.string(), z.object({ name: z.string() })])),
  created_at: z.string(),
  body: z.string().nullish(),
  comments: z.number(),
  pull_request: z.unknown().optional(),
});
const comment = z.object({ user, created_at: z.string(), body: z.string().nullish() });
const release = z.object({ tag_name: z.string(), name: z.string().nullish(), published_at: z.string().nullish(), prerelease: z.boolean(), body: z.string().nullish(), html_url: z.string() });

export const github: Vertical = {
  name: "github",
  about: "GitHub's repositories, issues, pull requests, releases and files.",
  matches: (url) => isAt(url, "github.com") && pathOf(url).length >= 2,
  extract: async (url, web) => {
    const [owner = "", name = "", what, ...rest] = pathOf(url);
    const base = `${API}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name.replace(/\.git$/, ""))}`;
    if ((what === "issues" || what === "pull") && /^\d+$/.test(rest[0] ?? "")) return issueOf(`${base}/issues/${rest[0]}`, web);
    if (what === "releases") return { kind: "releases", repository: `${owner}/${name}`, releases: z.array(release).parse(await web.json(`${base}/releases?per_page=10`, headers)).map(releaseOf) };
    if (what === "blob" && rest.length > 1) return fileOf(owner, name, rest, web);
    return repositoryOf(base, web);
  },
};

async function repositoryOf(base: string, web: VerticalWeb): Promise<VerticalResult> {
  const [about, text] = await Promise.all([web.json(base, headers), mayFail(web.json(`${base}/readme`, headers), "not every repository has one")]);
  const found = repository.parse(about);
  const parsed = readme.safeParse(text);
  return {
    kind: "repository",
    name: found.full_name,
    ...present({ description: found.description, homepage: found.homepage, language: found.language, license: found.license?.spdx_id, pushedAt: found.pushed_at }),
    stars: found.stargazers_count,
    forks: found.forks_count,
    openIssues: found.open_issues_count,
    topics: found.topics ?? [],
    defaultBranch: found.default_branch,
    ...(found.archived && { archived: true }),
    ...(parsed.success && { readme: Buffer.from(parsed.data.content, "base64").toString("utf8") }),
  };
}

async function issueOf(base: string, web: VerticalWeb): Promise<VerticalResult> {
  const found = issue.parse(await web.json(base, headers));
  const comments = found.comments > 0 ? z.array(comment).parse(await web.json(`${base}/comments?per_page=50`, headers)) : [];
  return {
    kind: found.pull_request ? "pull-request" : "issue",
    number: found.number,
    title: found.title,
    state: found.state,
    ...present({ author: found.user?.login }),
    labels: found.labels.map((label) => (typeof label === "string" ? label : label.name)),
    createdAt: found.created_at,
    body: found.body ?? "",
    comments: comments.map(({ user: author, created_at, body }) => ({ ...present({ author: author?.login }), createdAt: created_at, body: body ?? "" })),
    ...(found.comments > comments.length && { moreComments: found.comments - comments.length }),
  };
}

const releaseOf = ({ tag_name, name, published_at, prerelease, body, html_url }: z.output<typeof release>) => ({ tag: tag_name, ...present({ name, publishedAt: published_at, notes: body }), url: html_url, ...(prerelease && { prerelease }) });

async function fileOf(owner: string, name: string, [ref = "", ...path]: string[], web: VerticalWeb): Promise<VerticalResult> {
  const place = [owner, name, ref, ...path].map(encodeURIComponent).join("/");
  return { kind: "file", repository: `${owner}/${name}`, ref, path: path.join("/"), text: await web.text(`https://raw.githubusercontent.com/${place}`) };
}
