import { existsSync } from "node:fs";
import { ConfigStore } from "../config/configStore.ts";
import type { Home } from "../config/home.ts";
import { capabilitiesOf } from "../policy/capability.ts";
import { asDroverError } from "../protocol/errors.ts";
import { PluginHouse } from "./house.ts";
import { PluginFiles } from "./pluginFiles.ts";

export interface PluginCheck {
  name: string;
  verdict: "ok" | "info" | "bad";
  detail: string;
  hint?: string;
}

/** Whether a workspace's plugins are what they should be: files, pins, what they declare. None of their code runs. */
export async function pluginHealth(home: Home, workspace: string, env: NodeJS.ProcessEnv): Promise<PluginCheck[]> {
  const files = new PluginFiles(workspace);
  const { declaredFile, lockFile } = files;
  try {
    const declared = Object.keys(files.declared());
    const installed = files.installed();
    const orphans = installed.filter((name) => !declared.includes(name));
    const stale = Object.keys(files.lock()).filter((name) => !declared.includes(name));
    if (declared.length === 0 && installed.length === 0) return [{ name: "plugins", verdict: "info", detail: "none are declared" }];
    const house = new PluginHouse({ home, log: () => undefined, mask: (value) => value });
    const { capabilities: configured, plugins: chosen } = new ConfigStore(home).resolve({ cwd: process.cwd(), env });
    const viewer = { workspace, capabilities: capabilitiesOf("cli", env["DROVER_CAPABILITIES"]?.split(","), configured), chosen };
    const entries = await house.list(viewer);
    const rows = entries.map(({ name, version = "", status, reason }): PluginCheck =>
      status === "loaded" ? { name: "plugin", verdict: "ok", detail: `${name} ${version}` } : { name: "plugin", verdict: "bad", detail: `${name}: ${status}`, ...(reason && { hint: reason }) },
    );
    return [
      { name: "plugins", verdict: "ok", detail: `${declaredFile}: ${declared.length} declared` },
      ...(orphans.length > 0 ? [row("plugins", `installed but not declared: ${orphans.join(", ")}`)] : []),
      ...(declared.length > 0 && !existsSync(lockFile) ? [row("plugin pins", `${lockFile} is missing`)] : []),
      ...(stale.length > 0 ? [row("plugin pins", `pins of what is not declared: ${stale.join(", ")}`)] : []),
      ...rows,
    ];
  } catch (thrown) {
    const { message, hint } = asDroverError(thrown);
    return [{ name: "plugins", verdict: "bad", detail: message, ...(hint && { hint }) }];
  }
}

const row = (name: string, detail: string): PluginCheck => ({ name, verdict: "bad", detail, hint: "Run `drover plugin sync`." });
