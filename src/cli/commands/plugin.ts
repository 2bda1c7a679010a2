import { type OwnCommand, verbOf } from "./ownCommand.ts";

/** Its code knows package managers and what plugins are made of, and sits in a bundle of its own. */
const house = () => import("../plugin/main.ts");

export const pluginCommand: OwnCommand = {
  name: "plugin",
  usage: "install <package|file:folder> | remove|info <name> | upgrade [name] | list | sync | new <name> [folder]",
  words: 3,
  summary: "Tools that others have made: install, pin, list, upgrade and remove them, or make one",
  verbs: ["install", "remove", "list", "info", "upgrade", "sync", "new"],
  examples: ["plugin install file:./my-plugin", "plugin list", "plugin upgrade", "plugin new weather"],
  run: async (call) => (await house()).plugin(verbOf(pluginCommand, call), call),
};
