import type { DaemonContext } from "../../context.ts";
import type { PluginVertical } from "../../pluginEntry.ts";
import { innerCall } from "../innerCall.ts";
import { isAt, type Vertical } from "./vertical.ts";

/** What plugins declare in their manifests: a tool of theirs is asked, through all the gates that a call of it passes. */
export const verticalsOfPlugins = async (context: DaemonContext): Promise<Vertical[]> => (await context.plugins.verticals()).map((each) => verticalOf(context, each));

const verticalOf = (context: DaemonContext, { name, about, hosts, paths, tool }: PluginVertical): Vertical => ({
  name,
  about,
  matches: (url) => hosts.some((host) => isAt(url, host)) && (paths === undefined || paths.some((path) => url.pathname.startsWith(path))),
  extract: async ({ href: url }) => {
    const { ok: _, warnings: __, tokensEstimate: ___, ...data } = await innerCall(context, tool, { url });
    return { kind: name, ...data };
  },
});
