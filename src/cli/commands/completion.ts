import { wrongUsage } from "../values.ts";
import { completionScript, shells } from "../completionScript.ts";
import { loadVocabulary } from "../pluginCommands.ts";
import type { OwnCommand } from "./ownCommand.ts";

export const completionCommand: OwnCommand = {
  name: "completion",
  usage: "bash|zsh|fish",
  words: 1,
  summary: "A script that completes commands and options in your shell",
  verbs: [...shells],
  examples: ["completion bash > /etc/bash_completion.d/drover", "completion fish > ~/.config/fish/completions/drover.fish"],
  run: async (call) => {
    const shell = shells.find((name) => name === call.words[0]);
    if (!shell) throw wrongUsage(`completion is for ${shells.join(", ")}`, 'For bash: eval "$(drover completion bash)"');
    const { commands } = await import("./index.ts");
    const script = completionScript(shell, commands, loadVocabulary(call.shell));
    return call.show({ ok: true, shell, script }, script);
  },
};
