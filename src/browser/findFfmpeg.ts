import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { onPath, playwrightCache } from "./browserPlaces.ts";

/** ffmpeg, by looking only whether files exist: DROVER_FFMPEG_PATH, the system's, then the one Playwright brings. */
export function findFfmpeg(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env["DROVER_FFMPEG_PATH"];
  const name = process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg";
  return [...(named ? [named] : []), ...onPath([name], env), ...inPlaywrightCache(env)].find((file) => existsSync(file));
}

function inPlaywrightCache(env: NodeJS.ProcessEnv): string[] {
  const folder = playwrightCache(env);
  const file = { darwin: "ffmpeg-mac", win32: "ffmpeg-win64.exe" }[process.platform as string] ?? "ffmpeg-linux";
  return ifPresent(() => {
    const builds = readdirSync(folder).filter((name) => name.startsWith("ffmpeg-"));
    return builds.map((build) => path.join(folder, build, file));
  }, "Playwright's folder of browsers cannot be read", []);
}
