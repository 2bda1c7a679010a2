import { configFromEnv } from "../../config/config.ts";
import type { ConfigStore } from "../../config/configStore.ts";
import { capabilitiesOf } from "../../policy/capability.ts";
import { DroverError } from "../../protocol/errors.ts";
import { closest } from "../../text/closest.ts";
import type { Toolbox } from "../../tools/toolbox.ts";
import type { Caller, Step } from "../call.ts";
import { parseInput } from "../parseInput.ts";
import type { ToldOnce } from "../toldOnce.ts";

/** Finds the tool, checks its input, and learns who asks under which configuration. */
export const understand =
  (toolbox: Pick<Toolbox, "named" | "names">, configStore: ConfigStore, told: ToldOnce): Step =>
  async (call, next) => {
    const { caller, name, given } = call;
    const tool = await toolbox.named(name);
    if (!tool) throw unknownTool(name, toolbox.names);
    const parsed = parseInput(tool, given, caller.kind);
    told.once(call, () => configFromEnv(caller.env).problems);
    // Who is about to mend a broken configuration cannot be asked to have a good one.
    const config = configStore.resolve({ cwd: caller.cwd, env: caller.env }, { mending: name === "reset_config" });
    call.understood = { tool, parsed, config, client: clientOf(caller, config.capabilities) };
    await next();
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
  const near = closest(name, names);
  return new DroverError("unknown-tool", `there is no tool "${name}"`, {
    hint: near ? `Did you mean "${near}"?` : "`drover help` lists them.",
  });
}
