import { type Answer, textAnswer } from "./driver.ts";
import { shellAt } from "./shell.ts";

/** The tool's own variables on top of ours, without what npm adds for its scripts. */
export const environment = (extra: Record<string, string> = {}): Record<string, string> => {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("npm_"),
  );
  return { ...Object.fromEntries(inherited), ...extra };
};

export interface CommandPlace {
  env: Record<string, string>;
  cwd: string;
}

/** Runs a command that may well be refused. */
export const tryCommand = async (command: string, args: readonly string[], place: CommandPlace): Promise<Answer> => {
  const { took } = await shellAt(place).run([command, ...args]);
  return { ...textAnswer(""), took };
};

/** Runs a command in a shell and answers with what it printed. */
export async function runCommand(command: string, args: readonly string[], place: CommandPlace): Promise<Answer> {
  const { code, printed, complaints, took } = await shellAt(place).run([command, ...args]);
  if (code !== 0) throw new Error(`${args.join(" ")} exited with ${code}: ${(printed + complaints).slice(0, 400)}`);
  return { ...textAnswer(printed), took };
}
