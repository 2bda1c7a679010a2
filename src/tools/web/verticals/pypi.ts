import { z } from "zod";
import { pathOf, present, siteName, type Vertical } from "./vertical.ts";

const answer = z.object({
  info: z.object({
    name: z.string(),
    version: z.string(),
    summary: z.string().nullish(),
    description: z.string().nullish(),
    author: z.string().nullish(),
    author_email: z.string().nullish(),
    license: z.string().nullish(),
    license_expression: z.string().nullish(),
    requires_python: z.string().nullish(),
    requires_dist: z.array(z.string()).nullish(),
    project_urls: z.record(z.string(), z.string()).nullish(),
    yanked: z.boolean().optional(),
  }),
  releases: z.record(z.string(), z.unknown()).optional(),
  urls: z.array(z.object({ upload_time_iso_8601: z.string().optional() })).optional(),
});

export const pypi: Vertical = {
  name: "pypi",
  about: "Packages of PyPI.",
  matches: (url) => siteName(url) === "pypi" && pathOf(url)[0] === "project",
  extract: async (url, web) => {
    const [, name = "", version] = pathOf(url);
    const { info, releases, urls } = answer.parse(await web.json(`${url.origin}/pypi/${[name, ...(version ? [version] : [])].map(encodeURIComponent).join("/")}/json`));
    return {
      kind: "package",
      name: info.name,
      version: info.version,
      ...present({ summary: info.summary, author: info.author || info.author_email, license: info.license_expression || info.license, requiresPython: info.requires_python, publishedAt: urls?.[0]?.upload_time_iso_8601 }),
      requires: info.requires_dist ?? [],
      links: info.project_urls ?? {},
      ...(releases && { versions: Object.keys(releases).length }),
      ...(info.yanked && { yanked: true }),
      ...present({ readme: info.description }),
    };
  },
};
