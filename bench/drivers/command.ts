import { spawn } from "node:child_process";
import { type Answer, textAnswer } from "./driver.ts";

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
export const tryCommand = (command: string, args: readonly string[], place: CommandPlace): Promise<unknown> =>
  new Promise((resolve, reject) => {
    spawn(command, args, { ...place, stdio: "ignore" }).on("error", reject).on("exit", resolve);
  });

/** Runs a command as a shell would and answers with what it printed. */
export function runCommand(command: string, args: readonly string[], place: CommandPlace): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...place, stdio: ["ignore", "pipe", "pipe"] });
    const printed: Buffer[] = [];
    const complaints: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => printed.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
    child.on("error", reject);
    // "exit" and not "close": a daemon started by the command may keep its pipes open.
    child.on("exit", (code) => {
      const text = Buffer.concat(printed).toString();
      if (code === 0) resolve(textAnswer(text));
      else reject(new Error(`${args.join(" ")} exited with ${code}: ${(text + Buffer.concat(complaints).toString()).slice(0, 400)}`));
    });
  });
}
