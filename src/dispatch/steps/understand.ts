import { configFromEnv } from "../../config/config.ts";
import type { ConfigStore } from "../../config/configStore.ts";
import type { Home } from "../../config/home.ts";
import { capabilitiesOf } from "../../policy/capability.ts";
import { DroverError } from "../../protocol/errors.ts";
import { closest } from "../../text/closest.ts";
import { isOfPlugin, type PluginCatalogue } from "../../tools/pluginCatalogue.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import { requireCallGraph } from "../callGraph.ts";
import type { Caller, Step } from "../call.ts";
import { saidHere } from "../foreignNames.ts";
import { parseInput } from "../parseInput.ts";
import { pluginViewerOf } from "../pluginViewerOf.ts";
import type { ToldOnce } from "../toldOnce.ts";

/** Finds the tool, checks its input, and learns who asks under which configuration. */
export const understand =
  (toolbox: Pick<Toolbox, "named" | "names">, plugins: PluginCatalogue, configStore: ConfigStore, home: Home, told: ToldOnce): Step =>
  async (call, next) => {
    const { caller, name, given } = call;
    // Who is about to mend a broken configuration cannot be asked to have a good one.
    const resolved = () => configStore.resolve({ cwd: caller.cwd, env: caller.env }, { mending: name === "reset_config" });
    const tool = await (isOfPlugin(name) ? pluginTool() : toolbox.named(name));
    if (!tool) throw unknownTool(name, toolbox.names);
    const parsed = parseInput(tool, given, caller.kind);
    told.once(call, () => configFromEnv(caller.env).problems);
    const config = resolved();
    call.understood = { tool, parsed, config, client: clientOf(caller, config.capabilities) };
    requireCallGraph(call);
    await next();

    async function pluginTool() {
      const config = resolved();
      const viewer = pluginViewerOf(caller, clientOf(caller, config.capabilities).capabilities, config, home);
      const found = await plugins.toolNamed(name, viewer);
      if (!found) throw unknownTool(name, await plugins.toolNames(viewer));
      return found;
    }
  };

const clientOf = ({ kind, cwd, env, owner, window, secret, capabilities }: Caller, configured: Parameters<typeof capabilitiesOf>[2]) => ({
  kind,
  cwd,
  env,
  owner,
  window,
  secret,
  capabilities: capabilitiesOf(kind, capabilities, configured),
});

function unknownTool(name: string, names: readonly string[]): DroverError {
  const here = saidHere(name, names);
  if (here) return new DroverError("unknown-tool", `there is no tool "${name}"`, { hint: `Use ${here}.` });
  const near = closest(name, names);
  const elsewhere = isOfPlugin(name) ? "plugins_list tells which plugins there are." : "enable_tools lists more; `drover help` lists them all.";
  return new DroverError("unknown-tool", `there is no tool "${name}"`, { hint: near ? `Did you mean "${near}"?` : elsewhere });
}
