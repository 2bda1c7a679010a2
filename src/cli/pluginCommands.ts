import { pluginSurfaces } from "../client/pluginSurfaces.ts";
import { resolveHome, workspaceFolder } from "../config/home.ts";
import type { ToolCommand } from "../protocol/toolSurfaces.ts";
import { commandName, commandNames, loadManifest, type Manifest } from "./manifest.ts";
import type { Shell } from "./shell.ts";
import { terminal } from "./terminal.ts";

const surfaces = (shell: Pick<Shell, "home"> | undefined, only?: { namespace: string }): ToolCommand[] => {
  const { env, cwd } = terminal();
  const home = shell?.home ?? resolveHome(env);
  return pluginSurfaces(home, workspaceFolder(home, env, cwd), only).commands;
};

/** The one command of a plugin that was asked for, `shop.basket`; undefined when its plugin is not here. */
export function loadPluginCommand(name: string, shell?: Pick<Shell, "home">): ToolCommand | undefined {
  const [namespace = "", verb] = name.split(".");
  if (verb === undefined) return undefined;
  return surfaces(shell, { namespace: namespace.replaceAll("-", "_") }).find(({ tool }) => commandName(tool) === commandName(name));
}

/** Every tool, those of plugins last: for help, completion and suggestions. */
export const loadVocabulary = (shell?: Pick<Shell, "home">): Manifest => ({ ...loadManifest(), ...Object.fromEntries(surfaces(shell).map((command) => [command.tool, command])) });

/** The names alone, for whoever mistyped one. */
export const loadNames = (): string[] => [...commandNames(), ...surfaces(undefined).flatMap(({ tool, aliases = [] }) => [tool, ...aliases].map(commandName))];
