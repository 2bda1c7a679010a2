import { z } from "zod";
import { pathOf, present, siteName, type Vertical } from "./vertical.ts";

const SITE = "npmjs";

const version = z.object({ dependencies: z.record(z.string(), z.string()).optional(), engines: z.record(z.string(), z.string()).optional(), types: z.string().optional(), typings: z.string().optional(), deprecated: z.union([z.string(), z.boolean()]).optional() });
const answer = z.object({
  name: z.string(),
  description: z.string().optional(),
  "dist-tags": z.record(z.string(), z.string()),
  versions: z.record(z.string(), version),
  time: z.record(z.string(), z.string()).optional(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  homepage: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
  keywords: z.array(z.string()).optional(),
  maintainers: z.array(z.object({ name: z.string() })).optional(),
  readme: z.string().optional(),
});

export const npm: Vertical = {
  name: "npm",
  about: "Packages of npm.",
  matches: (url) => siteName(url) === SITE && pathOf(url)[0] === "package",
  extract: async (url, web) => {
    const [, first = "", ...rest] = pathOf(url);
    const name = first.startsWith("@") ? `${first}/${rest.shift() ?? ""}` : first;
    const asked = rest[0] === "v" ? rest[1] : undefined;
    const found = answer.parse(await web.json(`https://registry.${SITE}.org/${name.replace("/", "%2F")}`));
    const at = asked ?? found["dist-tags"]["latest"] ?? Object.keys(found.versions).at(-1) ?? "";
    const { dependencies = {}, engines, types, typings, deprecated } = found.versions[at] ?? {};
    return {
      kind: "package",
      name: found.name,
      version: at,
      ...present({
        description: found.description,
        license: typeof found.license === "string" ? found.license : found.license?.type,
        homepage: found.homepage,
        repository: typeof found.repository === "string" ? found.repository : found.repository?.url,
        publishedAt: found.time?.[at],
        engines,
        types: types ?? typings,
        deprecated: deprecated || undefined,
      }),
      tags: found["dist-tags"],
      versions: Object.keys(found.versions).length,
      dependencies,
      keywords: found.keywords ?? [],
      maintainers: (found.maintainers ?? []).map((each) => each.name),
      ...present({ readme: found.readme }),
    };
  },
};
