import { describe, expect, test } from "vitest";
import { readFeed } from "../../../analysis/documents/readFeed.ts";
import { structuredData } from "../../../analysis/documents/structuredData.ts";
import { verticalFor } from "./registry.ts";
import type { Vertical, VerticalResult, VerticalWeb } from "./vertical.ts";

/** The sites' answers in their shape, by address; whatever else is asked for fails. */
function webOf(answers: Record<string, unknown>): VerticalWeb {
  const at = (url: string): unknown => {
    if (!(url in answers)) throw new Error(`not expected: ${url}`);
    return answers[url];
  };
  const text = async (url: string): Promise<string> => {
    const found = at(url);
    return typeof found === "string" ? found : JSON.stringify(found);
  };
  return {
    text,
    json: async (url) => at(url),
    article: async (url) => ({ url, title: "Title", byline: "", published: "", lang: "en", excerpt: "", markdown: String(at(url)) }),
    data: async (url) => structuredData({ html: String(at(url)), url }),
    feed: async (url) => readFeed({ xml: String(at(url)), url }),
  };
}

async function extracted(address: string, answers: Record<string, unknown>): Promise<VerticalResult & { extractor: string }> {
  const url = new URL(address);
  const chosen = verticalFor(undefined, url);
  return { extractor: chosen.name, ...(await chosen.extract(url, webOf(answers))) };
}

const api = "https://api.github.com/repos/ada/ropes";
const repository = { full_name: "ada/ropes", description: "Ropes", homepage: "", language: "TypeScript", stargazers_count: 12, forks_count: 3, open_issues_count: 1, topics: ["rope"], license: { spdx_id: "MIT" }, default_branch: "main", archived: false, pushed_at: "2026-11-01T00:00:00Z", owner: { login: "ada" } };
const issue = { number: 7, title: "Frays", state: "open", user: { login: "bob" }, labels: [{ name: "bug" }], created_at: "2026-11-01T00:00:00Z", body: "It frays.", comments: 1 };

const packages = `https://registry.${"npmjs"}.org`;
const pypiOrigin = `https://${"pypi"}.org`;

const videoPage = `<script nonce="x">var ytInitialPlayerResponse = ${JSON.stringify({ videoDetails: { videoId: "abc", title: "Knots" }, captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl: "/api/timedtext?v=abc", languageCode: "de", name: { runs: [{ text: "German" }] } }] } } })};</script>`;

const cases: [name: string, address: string, answers: Record<string, unknown>, expected: object][] = [
  [
    "a repository of GitHub",
    "https://github.com/ada/ropes",
    { [api]: repository, [`${api}/readme`]: { content: Buffer.from("# Ropes").toString("base64"), encoding: "base64" } },
    { extractor: "github", kind: "repository", name: "ada/ropes", stars: 12, license: "MIT", topics: ["rope"], readme: "# Ropes" },
  ],
  [
    "an issue of GitHub",
    "https://github.com/ada/ropes/issues/7",
    { [`${api}/issues/7`]: issue, [`${api}/issues/7/comments?per_page=50`]: [{ user: { login: "ada" }, created_at: "2026-11-02T00:00:00Z", body: "Thanks." }] },
    { kind: "issue", number: 7, author: "bob", labels: ["bug"], comments: [{ author: "ada", body: "Thanks." }] },
  ],
  ["a pull request of GitHub", "https://github.com/ada/ropes/pull/7/files", { [`${api}/issues/7`]: { ...issue, comments: 0, pull_request: { url: "x" } } }, { kind: "pull-request", comments: [] }],
  ["releases of GitHub", "https://github.com/ada/ropes/releases", { [`${api}/releases?per_page=10`]: [{ tag_name: "v1", name: "One", published_at: "2026-01-01T00:00:00Z", prerelease: false, body: "First", html_url: "https://github.com/ada/ropes/releases/tag/v1" }] }, { kind: "releases", releases: [{ tag: "v1", notes: "First" }] }],
  ["a file of GitHub", "https://github.com/ada/ropes/blob/main/src/a.ts", { "https://raw.githubusercontent.com/ada/ropes/main/src/a.ts": "export {}" }, { kind: "file", ref: "main", path: "src/a.ts", text: "export {}" }],
  [
    "a package of npm",
    `https://www.${"npmjs"}.com/package/@ada/ropes`,
    { [`${packages}/@ada%2Fropes`]: { name: "@ada/ropes", description: "Ropes", "dist-tags": { latest: "1.2.0", next: "2.0.0" }, versions: { "1.2.0": { dependencies: { zod: "^4" }, types: "x.d.ts" }, "2.0.0": {} }, time: { "1.2.0": "2026-10-01T00:00:00Z" }, license: "MIT", repository: { url: "git+https://github.com/ada/ropes.git" }, maintainers: [{ name: "ada" }], readme: "# Ropes" } },
    { extractor: "npm", kind: "package", name: "@ada/ropes", version: "1.2.0", dependencies: { zod: "^4" }, versions: 2, publishedAt: "2026-10-01T00:00:00Z", maintainers: ["ada"] },
  ],
  [
    "a package of PyPI",
    `${pypiOrigin}/project/ropes/`,
    { [`${pypiOrigin}/pypi/ropes/json`]: { info: { name: "ropes", version: "3.1", summary: "Ropes", description: "Long", author: "", author_email: "ada@example.com", license: null, license_expression: "MIT", requires_python: ">=3.9", requires_dist: ["attrs>=20"], project_urls: { Homepage: "https://ropes.example" }, yanked: false }, releases: { "3.0": [], "3.1": [] }, urls: [{ upload_time_iso_8601: "2026-10-01T00:00:00Z" }] } },
    { extractor: "pypi", name: "ropes", version: "3.1", author: "ada@example.com", license: "MIT", requires: ["attrs>=20"], versions: 2 },
  ],
  [
    "a paper of arXiv",
    "https://arxiv.org/pdf/2401.01234v2.pdf",
    { "https://arxiv.org/abs/2401.01234v2": '<head><meta name="citation_title" content="On Ropes"><meta name="citation_author" content="Lovelace, Ada"><meta name="citation_author" content="Babbage, Charles"><meta name="citation_date" content="2024/01/02"><meta name="citation_arxiv_id" content="2401.01234"><meta name="citation_pdf_url" content="https://arxiv.org/pdf/2401.01234"><meta name="citation_abstract" content="We tie."></head>' },
    { extractor: "arxiv", id: "2401.01234", title: "On Ropes", authors: ["Ada Lovelace", "Charles Babbage"], abstract: "We tie.", date: "2024/01/02" },
  ],
  [
    "an article of Wikipedia",
    "https://en.m.wikipedia.org/wiki/Rope_(knot)",
    { "https://en.wikipedia.org/api/rest_v1/page/summary/Rope_(knot)": { type: "standard", title: "Rope", description: "a line", extract: "A rope is…", lang: "en", timestamp: "2026-11-01T00:00:00Z", thumbnail: { source: "https://upload.example/r.jpg" } }, "https://en.wikipedia.org/wiki/Rope_(knot)": "# Rope" },
    { extractor: "wikipedia", kind: "encyclopedia-article", title: "Rope", summary: "A rope is…", picture: "https://upload.example/r.jpg", markdown: "# Rope" },
  ],
  [
    "a story of Hacker News",
    "https://news.ycombinator.com/item?id=42",
    { "https://hn.algolia.com/api/v1/items/42": { id: 42, title: "Ropes", url: "https://ropes.example", points: 99, author: "ada", text: null, created_at: "2026-11-01T00:00:00Z", children: [{ author: "bob", text: "<p>Nice &amp; long", created_at: "x", children: [{ author: "eve", text: "Yes", created_at: "x", children: [] }] }, { author: null, text: null, children: [] }] } },
    { extractor: "hackernews", kind: "story", points: 99, comments: [{ depth: 0, author: "bob", text: "Nice & long" }, { depth: 1, author: "eve", text: "Yes" }] },
  ],
  [
    "the front page of Hacker News",
    "https://news.ycombinator.com/",
    { "https://hn.algolia.com/api/v1/search?tags=front_page&hitsPerPage=30": { hits: [{ objectID: "1", title: "A", url: "https://a.example", points: 5, author: "ada", num_comments: 2 }] } },
    { kind: "front-page", stories: [{ id: "1", title: "A", link: "https://a.example", comments: 2 }] },
  ],
  [
    "a post of Reddit",
    "https://old.reddit.com/r/ropes/comments/abc/knots/",
    {
      "https://www.reddit.com/r/ropes/comments/abc/knots.json?raw_json=1&limit=100": [
        { kind: "Listing", data: { children: [{ kind: "t3", data: { title: "Knots", author: "ada", subreddit: "ropes", score: 10, num_comments: 2, selftext: "Which?", url: "https://www.reddit.com/r/ropes/comments/abc/knots/", permalink: "/r/ropes/comments/abc/knots/", created_utc: 1_790_000_000, over_18: false } }] } },
        { kind: "Listing", data: { children: [{ kind: "t1", data: { author: "bob", body: "Bowline", score: 4, replies: { kind: "Listing", data: { children: [{ kind: "t1", data: { author: "eve", body: "+1", score: 1, replies: "" } }] } } } }, { kind: "more", data: { count: 3 } }] } },
      ],
    },
    { extractor: "reddit", kind: "post", title: "Knots", text: "Which?", score: 10, comments: [{ depth: 0, text: "Bowline" }, { depth: 1, text: "+1" }] },
  ],
  [
    "a video of YouTube, with what is said in it",
    "https://youtu.be/dQw4w9WgXcQ",
    {
      "https://www.youtube.com/watch?v=dQw4w9WgXcQ&hl=en": `<script>var ytInitialPlayerResponse = ${JSON.stringify({ playabilityStatus: { status: "OK" }, videoDetails: { videoId: "dQw4w9WgXcQ", title: 'Knots "{}"', author: "Ada", lengthSeconds: "125", shortDescription: "How to", viewCount: "7" }, captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl: "https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ&lang=en&kind=asr", languageCode: "en", kind: "asr" }, { baseUrl: "https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ&lang=en", languageCode: "en", name: { simpleText: "English" } }] } } })};var meta = {};</script>`,
      "https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ&lang=en&fmt=json3": { events: [{ tStartMs: 0, segs: [{ utf8: "Hello " }, { utf8: "rope" }] }, { tStartMs: 1000 }, { tStartMs: 65_000, segs: [{ utf8: "Pull\nit" }] }] },
    },
    { extractor: "youtube", kind: "video", title: 'Knots "{}"', seconds: 125, languages: ["en (automatic)", "en"], transcript: "[00:00] Hello rope\n[01:05] Pull it" },
  ],
  [
    "a video whose words come as XML",
    "https://youtu.be/abc",
    {
      "https://www.youtube.com/watch?v=abc&hl=en": videoPage,
      "https://www.youtube.com/api/timedtext?v=abc&fmt=json3": '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0.5" dur="2.1">Tom &amp;amp; Jerry</text><text start="3661.2" dur="1">it&amp;#39;s tied</text></transcript>',
    },
    { language: "de", transcript: "[00:00] Tom & Jerry\n[1:01:01] it's tied" },
  ],
  ["a video whose words are kept from programs", "https://www.youtube.com/shorts/abc", { "https://www.youtube.com/watch?v=abc&hl=en": videoPage, "https://www.youtube.com/api/timedtext?v=abc&fmt=json3": "" }, { title: "Knots", languages: ["de"], noTranscript: expect.stringContaining("mode=browser") }],
  [
    "an old package of npm, of which nobody checked the fields",
    `https://www.${"npmjs"}.com/package/ropes`,
    { [`${packages}/ropes`]: { name: "ropes", "dist-tags": { latest: "0.9.0" }, versions: { "0.1.0": { engines: ["node >= 0.1.90"], dependencies: [] }, "0.9.0": { engines: ["node >= 0.6.0"], dependencies: { tie: "*" }, deprecated: false } }, time: { "0.9.0": "2012-01-01T00:00:00Z", unpublished: { name: "ada" } }, license: [{ type: "MIT" }], keywords: "ropes knots", repository: [{ url: "x" }], maintainers: ["ada <ada@example.com>"] } },
    { version: "0.9.0", dependencies: { tie: "*" }, engines: ["node >= 0.6.0"], keywords: [], maintainers: ["ada <ada@example.com>"] },
  ],
  [
    "a question of Stack Overflow",
    "https://stackoverflow.com/questions/11/tie-a-knot",
    {
      "https://api.stackexchange.com/2.3/questions/11?site=stackoverflow&filter=withbody": { items: [{ question_id: 11, title: "Tie &quot;it&quot;", body: "<p>How?</p><pre><code>tie()</code></pre>", score: 5, tags: ["rope"], link: "https://stackoverflow.com/questions/11", answer_count: 2, view_count: 100, creation_date: 1_700_000_000, owner: { display_name: "Ada" } }] },
      "https://api.stackexchange.com/2.3/questions/11/answers?site=stackoverflow&filter=withbody&sort=votes&order=desc&pagesize=20": { items: [{ answer_id: 1, body: "<p>No</p>", score: 9, is_accepted: false, owner: {} }, { answer_id: 2, body: "<p>Yes</p>", score: 3, is_accepted: true, owner: { display_name: "Bob" } }] },
    },
    { extractor: "stackoverflow", title: 'Tie "it"', body: "How?\ntie()", answers: [{ accepted: true, author: "Bob", body: "Yes" }, { score: 9, body: "No" }] },
  ],
  ["a feed", "https://ropes.example/blog/feed.xml", { "https://ropes.example/blog/feed.xml": "<rss><channel><title>Blog</title><item><title>One</title><link>https://ropes.example/1</link></item></channel></rss>" }, { extractor: "feed", kind: "feed", format: "rss", title: "Blog", items: [{ title: "One", link: "https://ropes.example/1" }] }],
  ["any other page", "https://ropes.example/about", { "https://ropes.example/about": "# About ropes" }, { extractor: "article", kind: "article", words: 3, markdown: "# About ropes" }],
];

test.each(cases)("reads %s", async (_, address, answers, expected) => {
  expect(await extracted(address, answers)).toMatchObject(expected);
});

describe("which vertical", () => {
  test("an unknown one is refused with those there are, and one of another site too", () => {
    expect(() => verticalFor("githup", new URL("https://github.com/a/b"))).toThrow('no extractor "githup"');
    expect(() => verticalFor("github", new URL("https://ropes.example/"))).toThrow("no address that the extractor github knows");
    expect(verticalFor("article", new URL("https://github.com/a/b")).name).toBe("article");
  });

  test("a plugin's comes before ours and takes the place of one of its name", () => {
    const mine: Vertical = { name: "github", about: "Mine.", matches: ({ hostname }) => hostname === "ropes.example", extract: async () => ({ kind: "mine" }) };
    expect(verticalFor(undefined, new URL("https://ropes.example/"), [mine])).toBe(mine);
    expect(verticalFor(undefined, new URL("https://github.com/a/b"), [mine]).name).toBe("article");
    expect(verticalFor(undefined, new URL("https://github.com/a/b")).name).toBe("github");
  });
});
