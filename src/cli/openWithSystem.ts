import { spawn } from "node:child_process";

/** Opens a file as a double click would. False where nobody could see it, or when the system has no program for that. */
export async function openWithSystem(file: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const opener = openerOf(process.platform, env);
  if (!opener) return false;
  const [program, ...before] = opener;
  const child = spawn(program, [...before, file], { detached: true, stdio: "ignore" });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

/** The system's own way to open a file; none without a display. */
function openerOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): [program: string, ...before: string[]] | undefined {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["explorer.exe"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : undefined;
}
