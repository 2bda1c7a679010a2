import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

/** Only root can be somebody else for a moment. */
export const canBeNobody = process.getuid?.() === 0 && spawnSync("setpriv", ["--version"]).status === 0;

/** What a program of another user of the machine prints, or what it complains of. */
export const asNobody = ([program, ...args]: [string, ...string[]]): Promise<string> =>
  promisify(execFile)("setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", program, ...args], { cwd: "/" }).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr?: unknown }) => String(error.stderr),
  );
