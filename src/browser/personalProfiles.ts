import { readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { BrowserKind } from "./kinds.ts";

export interface PersonalProfile {
  kind: BrowserKind;
  /** What people call it: "Chrome Beta". */
  title: string;
  /** Chromium's user data folder, or one of Firefox's profiles. */
  dir: string;
}

interface Place {
  kind: BrowserKind;
  title: string;
  linux: string;
  mac: string;
  windows: string;
}

const chromiumPlaces: Place[] = [
  { kind: "chrome", title: "Chrome", linux: "google-chrome", mac: "Google/Chrome", windows: "Google\\Chrome\\User Data" },
  { kind: "chrome", title: "Chrome Beta", linux: "google-chrome-beta", mac: "Google/Chrome Beta", windows: "Google\\Chrome Beta\\User Data" },
  { kind: "chrome", title: "Chrome Dev", linux: "google-chrome-unstable", mac: "Google/Chrome Dev", windows: "Google\\Chrome Dev\\User Data" },
  { kind: "chromium", title: "Chromium", linux: "chromium", mac: "Chromium", windows: "Chromium\\User Data" },
  { kind: "edge", title: "Edge", linux: "microsoft-edge", mac: "Microsoft Edge", windows: "Microsoft\\Edge\\User Data" },
  { kind: "brave", title: "Brave", linux: "BraveSoftware/Brave-Browser", mac: "BraveSoftware/Brave-Browser", windows: "BraveSoftware\\Brave-Browser\\User Data" },
];

/** Where the browsers of this person keep what they know, whether they run or not. */
export function personalProfiles(env: NodeJS.ProcessEnv = process.env, platform = process.platform): PersonalProfile[] {
  const home = env["HOME"] ?? os.homedir();
  const firefoxRoots = { linux: [".mozilla/firefox", "snap/firefox/common/.mozilla/firefox", ".config/mozilla/firefox"], darwin: ["Library/Application Support/Firefox/Profiles"], win32: ["AppData\\Roaming\\Mozilla\\Firefox\\Profiles"] };
  const roots = platform === "win32" ? firefoxRoots.win32 : platform === "darwin" ? firefoxRoots.darwin : firefoxRoots.linux;
  return [
    ...chromiumPlaces.map(({ kind, title, linux, mac, windows }) => ({ kind, title, dir: chromiumFolder({ linux, mac, windows }, home, env, platform) })),
    ...roots.flatMap((root) => foldersIn(path.join(home, root)).map((dir) => ({ kind: "firefox" as const, title: `Firefox (${path.basename(dir)})`, dir }))),
  ];
}

function chromiumFolder({ linux, mac, windows }: Pick<Place, "linux" | "mac" | "windows">, home: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === "darwin") return path.join(home, "Library/Application Support", mac);
  if (platform === "win32") return path.join(env["LOCALAPPDATA"] ?? path.join(home, "AppData\\Local"), windows);
  return path.join(env["XDG_CONFIG_HOME"] ?? path.join(home, ".config"), linux);
}

const foldersIn = (dir: string): string[] =>
  ifPresent(() => readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => path.join(dir, name)), "a folder of profiles cannot be read", []);
