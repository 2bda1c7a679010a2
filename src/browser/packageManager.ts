import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { ifPresent } from "../diagnosis/ifPresent.ts";

export type Installable = "chromium" | "firefox" | "ffmpeg";

interface PackageManager {
  name: string;
  install: string[];
  packages: Record<Installable, string[]>;
  needsRoot: boolean;
}

/** By the program whose presence tells. */
const managers: Record<string, PackageManager> = {
  "apt-get": {
    name: "apt-get",
    install: ["apt-get", "install", "-y"],
    packages: { chromium: ["chromium"], firefox: ["firefox-esr"], ffmpeg: ["ffmpeg"] },
    needsRoot: true,
  },
  dnf: {
    name: "dnf",
    install: ["dnf", "install", "-y"],
    packages: { chromium: ["chromium"], firefox: ["firefox"], ffmpeg: ["ffmpeg-free"] },
    needsRoot: true,
  },
  apk: {
    name: "apk",
    install: ["apk", "add"],
    packages: { chromium: ["chromium"], firefox: ["firefox"], ffmpeg: ["ffmpeg"] },
    needsRoot: true,
  },
  pacman: {
    name: "pacman",
    install: ["pacman", "-S", "--noconfirm"],
    packages: { chromium: ["chromium"], firefox: ["firefox"], ffmpeg: ["ffmpeg"] },
    needsRoot: true,
  },
  zypper: {
    name: "zypper",
    install: ["zypper", "--non-interactive", "install"],
    packages: { chromium: ["chromium"], firefox: ["MozillaFirefox"], ffmpeg: ["ffmpeg"] },
    needsRoot: true,
  },
  brew: {
    name: "brew",
    install: ["brew", "install"],
    packages: { chromium: ["--cask", "google-chrome"], firefox: ["--cask", "firefox"], ffmpeg: ["ffmpeg"] },
    needsRoot: false,
  },
  winget: {
    name: "winget",
    install: ["winget", "install", "-e", "--id"],
    packages: { chromium: ["Google.Chrome"], firefox: ["Mozilla.Firefox"], ffmpeg: ["Gyan.FFmpeg"] },
    needsRoot: false,
  },
};

const isRoot = (): boolean => process.getuid?.() === 0;

function isPresent(program: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const folders = [...(env["PATH"] ?? "").split(path.delimiter), "/usr/bin", "/sbin"];
  return folders.some((folder) => existsSync(path.join(folder, program)));
}

function present(env: NodeJS.ProcessEnv = process.env): PackageManager | undefined {
  if (process.platform === "win32") return managers["winget"];
  if (process.platform === "darwin") return managers["brew"];
  const found = Object.keys(managers).find((program) => isPresent(program, env));
  return found === undefined ? undefined : managers[found];
}

/** `ID=` of /etc/os-release. */
export const distributionOf = (osRelease: string): string => /^ID="?([\w.-]+)"?$/m.exec(osRelease)?.[1] ?? "";

function packagesFor(manager: PackageManager, what: Installable): string[] {
  // Ubuntu has no firefox-esr and calls its Chromium otherwise; both are doors to the snap.
  if (manager.name !== "apt-get" || distribution() !== "ubuntu") return manager.packages[what];
  return { chromium: ["chromium-browser"], firefox: ["firefox"], ffmpeg: ["ffmpeg"] }[what];
}

function distribution(): string {
  return ifPresent(() => distributionOf(readFileSync("/etc/os-release", "utf8")), "the distribution's name cannot be read", "");
}

/** The line for a person to type. */
export function installCommand(what: Installable): string {
  const manager = present();
  if (!manager) {
    const page = { chromium: "www.chromium.org", firefox: "www.mozilla.org/firefox", ffmpeg: "ffmpeg.org/download.html" };
    return `open https://${page[what]}`;
  }
  const install = [...manager.install, ...packagesFor(manager, what)].join(" ");
  const lines = manager.name === "apt-get" ? ["apt-get update", install] : [install];
  if (!manager.needsRoot || isRoot()) return lines.join(" && ");
  return isPresent("sudo") ? lines.map((line) => `sudo ${line}`).join(" && ") : `su -c "${lines.join(" && ")}"`;
}

export interface PackageRun {
  onProgress: (line: string) => void;
  signal?: AbortSignal | undefined;
}

// Beside the browser: its setuid sandbox for users who may not make namespaces, and a font to draw pages with.
const debianExtras: Record<Installable, string[]> = {
  chromium: ["chromium-sandbox", "fonts-liberation", "fonts-dejavu-core"],
  firefox: ["fonts-liberation", "fonts-dejavu-core"],
  ffmpeg: [],
};

/** Installs Debian's or Ubuntu's package where that needs no password. Says why not otherwise. */
export async function installPackage(what: Installable, run: PackageRun): Promise<{ ok: boolean; why: string }> {
  const manager = present();
  if (manager?.name !== "apt-get") return { ok: false, why: "only apt-get is run by Drover itself" };
  if (!isRoot() && !isPresent("sudo")) return { ok: false, why: "apt-get needs root, and there is no sudo here" };
  if (!isRoot() && (await exitCode("sudo", ["-n", "true"], { ...run, onProgress: () => undefined })) !== 0)
    return { ok: false, why: "apt-get needs root, and sudo asks for a password" };
  const update = await aptGet(["update"], run);
  if (update !== 0) run.onProgress(`apt-get update ended with ${update}; trying with the lists that are there`);
  const extras = distribution() === "debian" ? debianExtras[what] : [];
  const code = await aptGet(["install", "-y", "--no-install-recommends", ...packagesFor(manager, what), ...extras], run);
  return { ok: code === 0, why: `apt-get install ended with ${code}` };
}

async function aptGet(args: string[], run: PackageRun): Promise<number> {
  const patience = ["-o", "DPkg::Lock::Timeout=60", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1"];
  const words = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", ...patience, ...args];
  const [program = "env", ...rest] = isRoot() ? words : ["sudo", "-n", ...words];
  const report = aptReporter(run.onProgress);
  const code = await exitCode(program, rest, { ...run, onProgress: report.line });
  if (code !== 0) report.failed();
  return code;
}

const APT_STEP = 25;
const APT_LAST_WORDS = 20;

/** Of a thousand lines those that a person reads: what is to come, how far it is, what went wrong; all of the end when it fails. */
export function aptReporter(onProgress: (line: string) => void): { line: (line: string) => void; failed: () => void } {
  const counts: Record<string, number> = {};
  const last: string[] = [];
  return {
    line: (line) => {
      last.push(line);
      if (last.length > APT_LAST_WORDS) last.shift();
      if (/^(?:E|W|Err)[: ]|^Need to get|newly installed/.test(line)) return onProgress(line);
      const step = /^(Get|Unpacking|Setting up)\b/.exec(line)?.[1];
      if (!step) return;
      const count = (counts[step] = (counts[step] ?? 0) + 1);
      if (count % APT_STEP === 0) onProgress(`apt-get: ${aptSteps[step]} ${count}`);
    },
    failed: () => {
      for (const line of last) onProgress(line);
    },
  };
}

const aptSteps: Record<string, string> = { Get: "fetched", Unpacking: "unpacked", "Setting up": "set up" };

function exitCode(program: string, args: string[], { onProgress, signal }: PackageRun): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], signal });
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => line.trim() !== "" && onProgress(line.trim()));
    child.once("error", () => resolve(-1));
    child.once("close", (code) => resolve(code ?? -1));
  });
}
