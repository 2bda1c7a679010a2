import { commandName, flagName, loadCommand, loadManifest } from "./manifest.ts";

const call = /(?<![`\w])([a-z]+(?:_[a-z0-9]+)*)\(\{((?:[^{}]|\{[^{}]*\})*)\}\)/g;
const tool = /(?<![\w`"'.-])[a-z]+(?:_[a-z0-9]+)+(?![\w`"'(])/g;
const argument = /(?<![\w`"'.-])[a-z]+(?:[A-Z][a-z0-9]*)+(?![\w`"'(])/g;
const member = /(\w+):\s*(?:"([^"]*)"|\[([^\]]*)\]|\{([^}]*)\}|([^,]+))/g;

/** What is known of the tools, asked for only where a word may be one of theirs. */
export interface Vocabulary {
  isTool(word: string): boolean;
  isArgument(word: string): boolean;
}

const ofManifest: Vocabulary = {
  isTool: (word) => loadCommand(word) !== undefined,
  isArgument: (word) => Object.values(loadManifest()).some(({ args }) => word in args) || word === "timeoutMs",
};

/** A hint that was written for programs, as it is said in a shell: `close_sessions({all:true})` is `drover close-sessions --all`. */
export function inShellWords(text: string, known: Vocabulary = ofManifest): string {
  return text
    .replaceAll(/Pass (?:exactly one of )?ref, selector(?:,| or) named(?:, coords)?\b/g, "Name one target: a ref (e12), a name (@login), coordinates (120,80) or a selector")
    .replaceAll(call, (whole, name: string, members: string) => (known.isTool(name) ? `\`drover ${[commandName(name), ...flagsOf(members)].join(" ")}\`` : whole))
    .replaceAll(tool, (word) => (known.isTool(word) ? `\`drover ${commandName(word)}\`` : word))
    .replaceAll(/\b(page|browser|endpoint|mode|scope): ?"([^"]+)"/g, "--$1 $2")
    .replaceAll(argument, (word) => (known.isArgument(word) ? `--${flagName(word)}` : word))
    .replaceAll("`session`", "--session");
}

const flagsOf = (members: string): string[] =>
  [...members.matchAll(member)].flatMap(([, name = "", text, list, object, plain]) => {
    const flag = `--${flagName(name)}`;
    if (object !== undefined) return [`${flag} '{${object.replaceAll(/(\w+):\s*/g, '"$1":')}}'`];
    if (list !== undefined) return list.split(",").map((item) => `${flag} ${inShell(item.trim().replaceAll('"', ""))}`);
    return plain?.trim() === "true" ? [flag] : [`${flag} ${inShell(text ?? plain?.trim() ?? "")}`];
  });

const inShell = (word: string): string => (/^[\w./:@…-]+$/.test(word) ? word : `'${word}'`);
