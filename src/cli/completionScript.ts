import type { OwnCommand } from "./commands/ownCommand.ts";
import { commonFlags, flagsOf } from "./commands/ownCommand.ts";
import { leadingValueFlags } from "./splitCommand.ts";
import { commandName, flagName, type Manifest } from "./manifest.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

interface CompletedCommand {
  name: string;
  summary: string;
  words: string[];
  flags: { name: string; help: string; choices: string[] }[];
}

/** The whole vocabulary goes into the script: completing a word must not start a process. */
export function completionScript(shell: Shell, own: OwnCommand[], manifest: Manifest): string {
  const named = [...own.map(ofOwn), ...ofTools(manifest)];
  const words = named.map(({ name }) => name);
  const commands = [...named, { name: "help", summary: "What a command does", words, flags: [] }, { name: "version", summary: "Drover's version", words: [], flags: [] }];
  return { bash, zsh, fish }[shell](commands);
}

const ofOwn = (command: OwnCommand): CompletedCommand => ({
  name: command.name,
  summary: command.summary,
  words: command.verbs ?? [],
  flags: Object.entries(flagsOf(command)).map(([flag, { help, choices = [] }]) => ({ name: flag, help, choices })),
});

function ofTools(manifest: Manifest): CompletedCommand[] {
  return Object.values(manifest).flatMap(({ tool, aliases = [], summary, args, needs }) => {
    const own = Object.entries(args).map(([name, { help = "", choices = [] }]) => ({ name: flagName(name), help, choices }));
    const common = ["json", "output", "session", "verbose", "help", ...(needs === "page" ? ["page"] : []), ...(needs === "daemon" ? [] : ["timeout", "timeout-ms"])];
    const flags = [...own, ...common.filter((name) => !(name in args)).map((name) => ({ name, help: commonFlags[name]?.help ?? "", choices: [] }))];
    return [tool, ...aliases].map((name) => ({ name: commandName(name), summary, words: [], flags }));
  });
}

const choiceCases = (commands: CompletedCommand[]) =>
  commands.flatMap(({ name, flags }) =>
    flags.filter(({ choices }) => choices.length > 0).map((flag) => ({ key: `${name}:--${flag.name}`, choices: flag.choices.join(" ") })),
  );

/** As a pattern of the shells: options may stand before the command, and these bring a word of their own. */
const leading = [...leadingValueFlags].join("|");

function bash(commands: CompletedCommand[]): string {
  return `# Completion of drover for bash: eval "$(drover completion bash)"
_drover() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at=1 command words
  while [ "$at" -lt "$COMP_CWORD" ]; do
    case "\${COMP_WORDS[at]}" in
      ${leading}) at=$((at + 2));;
      -*) at=$((at + 1));;
      *) break;;
    esac
  done
  command=\${COMP_WORDS[at]}
  if [ "$at" -eq "$COMP_CWORD" ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$current"))
    return
  fi
  case "$command:$previous" in
${choiceCases(commands)
  .map(({ key, choices }) => `    ${key}) COMPREPLY=($(compgen -W "${choices}" -- "$current")); return;;`)
  .join("\n")}
    *:-o|*:--output) COMPREPLY=($(compgen -f -- "$current")); return;;
  esac
  case "$command" in
${commands.map(({ name, words, flags }) => `    ${name}) words="${[...words, ...flags.map((flag) => `--${flag.name}`)].join(" ")}";;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _drover drover
`;
}

function zsh(commands: CompletedCommand[]): string {
  const text = (value: string) => value.replaceAll(/['[\]:\\`$"]/g, " ").replaceAll(/\s+/g, " ").slice(0, 80);
  return `#compdef drover
# Completion of drover for zsh: put this file into a folder of $fpath as _drover.
_drover() {
  local at=2
  while (( at < CURRENT )); do
    case "$words[at]" in
      ${leading}) (( at += 2 ));;
      -*) (( at += 1 ));;
      *) break;;
    esac
  done
  if (( CURRENT == at )); then
    local -a commands=(
${commands.map(({ name, summary }) => `      '${name}:${text(summary)}'`).join("\n")}
    )
    _describe command commands
    return
  fi
  local -a words_of flags
  case "$words[at]:$words[CURRENT-1]" in
${choiceCases(commands)
  .map(({ key, choices }) => `    ${key}) compadd -- ${choices}; return;;`)
  .join("\n")}
    *:-o|*:--output) _files; return;;
  esac
  case "$words[at]" in
${commands
  .map(
    ({ name, words, flags }) =>
      `    ${name}) words_of=(${words.join(" ")}); flags=(${flags.map((flag) => `'--${flag.name}:${text(flag.help)}'`).join(" ")});;`,
  )
  .join("\n")}
  esac
  compadd -- $words_of
  _describe option flags
}
compdef _drover drover
`;
}

function fish(commands: CompletedCommand[]): string {
  const text = (value: string) => value.replaceAll(/['\\]/g, " ").slice(0, 80);
  const lines = commands.flatMap(({ name, summary, words, flags }) => [
    `complete -c drover -n __fish_use_subcommand -f -a ${name} -d '${text(summary)}'`,
    ...(words.length > 0 ? [`complete -c drover -n '__fish_seen_subcommand_from ${name}' -f -a '${words.join(" ")}'`] : []),
    ...flags.map(
      (flag) =>
        `complete -c drover -n '__fish_seen_subcommand_from ${name}' -l ${flag.name}${flag.choices.length > 0 ? ` -x -a '${flag.choices.join(" ")}'` : ""}${flag.help ? ` -d '${text(flag.help)}'` : ""}`,
    ),
  ]);
  return `# Completion of drover for fish: drover completion fish > ~/.config/fish/completions/drover.fish\n${lines.join("\n")}\n`;
}
