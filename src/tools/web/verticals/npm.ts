import { z } from "zod";
import { pathOf, present, siteName, type Vertical } from "./vertical.ts";

const SITE = "npmjs";

/** Years of packages that nobody checked: what one says in another shape than is usual is left out, and of all versions only one is looked at. */
const version = z.object({
  dependencies: z.record(z.string(), z.string()).optional().catch(undefined),
  engines: z.union([z.record(z.string(), z.string()), z.array(z.string()), z.string()]).optional().catch(undefined),
  types: z.string().optional().catch(undefined),
  typings: z.string().optional().catch(undefined),
  deprecated: z.union([z.string(), z.boolean()]).optional().catch(undefined),
});
const answer = z.object({
  name: z.string(),
  description: z.string().optional(),
  "dist-tags": z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.unknown()),
  time: z.record(z.string(), z.unknown()).optional(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional().catch(undefined),
  homepage: z.string().optional().catch(undefined),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional().catch(undefined),
  keywords: z.array(z.string()).optional().catch(undefined),
  maintainers: z.array(z.union([z.string(), z.object({ name: z.string() })])).optional().catch(undefined),
  readme: z.string().optional().catch(undefined),
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
    const { dependencies = {}, engines, types, typings, deprecated } = version.parse(found.versions[at] ?? {});
    return {
      kind: "package",
      name: found.name,
      version: at,
      ...present({
        description: found.description,
        license: typeof found.license === "string" ? found.license : found.license?.type,
        homepage: found.homepage,
        repository: typeof found.repository === "string" ? found.repository : found.repository?.url,
        publishedAt: typeof found.time?.[at] === "string" ? found.time[at] : undefined,
        engines,
        types: types ?? typings,
        deprecated: deprecated || undefined,
      }),
      tags: found["dist-tags"],
      versions: Object.keys(found.versions).length,
      dependencies,
      keywords: found.keywords ?? [],
      maintainers: (found.maintainers ?? []).map((each) => (typeof each === "string" ? each : each.name)),
      ...present({ readme: found.readme }),
    };
  },
};
