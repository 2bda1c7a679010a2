import { execFile } from "node:child_process";
import { readFileSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { mayFail } from "../diagnosis/mayFail.ts";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { FoundBrowser } from "./findBrowser.ts";

/** The version as the browser tells it, or, where asking would open a window (Windows), as its files do. */
export async function readVersion({ path: executable, engine }: Pick<FoundBrowser, "path" | "engine">): Promise<string | undefined> {
  if (engine === "firefox") {
    const version = firefoxVersion(executable);
    if (version) return version;
  }
  if (process.platform === "win32") return versionFolderBeside(executable);
  const asked = promisify(execFile)(executable, ["--version"], { timeout: 5_000 });
  const answer = await mayFail(asked, "a browser that cannot tell its version is used without");
  return answer && parseVersion(answer.stdout);
}

export const parseVersion = (text: string): string | undefined => /\d+(\.\d+)+\w*/.exec(text)?.[0];

function firefoxVersion(executable: string): string | undefined {
  for (const inner of ["application.ini", "../Resources/application.ini"]) {
    const text = ifPresent(() => readFileSync(path.join(path.dirname(realpathSync(executable)), inner), "utf8"), "the version of a Firefox cannot be read");
    if (text !== undefined) return /^Version=(.+)$/m.exec(text)?.[1]?.trim();
  }
  return undefined;
}

function versionFolderBeside(executable: string): string | undefined {
  return ifPresent(() => readdirSync(path.dirname(executable)).find((name) => /^\d+(\.\d+){3}$/.test(name)), "the folder of a browser cannot be read");
}
