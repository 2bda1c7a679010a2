import { readFileSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { EngineName } from "./kinds.ts";

export interface BrowserAddress {
  endpoint: string;
  marionettePort?: number;
}

const CHROMIUM_FILE = "DevToolsActivePort";
const MARIONETTE_FILE = "MarionetteActivePort";
const BIDI_FILE = "WebDriverBiDiServer.json";

/** The files in its profile where a browser writes the ports it chose. One left by an earlier run must go before a start. */
export const addressFiles = (engine: EngineName): string[] =>
  engine === "chromium" ? [CHROMIUM_FILE] : [MARIONETTE_FILE, BIDI_FILE];

/** Where the browser listens, once its files are there in full. */
export function readAddress(engine: EngineName, profileDir: string): BrowserAddress | undefined {
  const read = (file: string): string => {
    return ifPresent(() => readFileSync(path.join(profileDir, file), "utf8"), "the address of a browser cannot be read from its profile", "");
  };
  return engine === "chromium" ? parseDevToolsPort(read(CHROMIUM_FILE)) : parseFirefoxPorts(read(MARIONETTE_FILE), read(BIDI_FILE));
}

/** Where a Firefox that was started with a debugging port listens, whoever started it. */
export function firefoxSocket(profileDir: string): string | undefined {
  const port = /"ws_port":\s*(\d+)\s*\}/.exec(ifPresent(() => readFileSync(path.join(profileDir, BIDI_FILE), "utf8"), "the address of a browser cannot be read from its profile", ""))?.[1];
  return port && `ws://127.0.0.1:${port}/session`;
}

export function parseDevToolsPort(text: string): BrowserAddress | undefined {
  const match = /^(\d+)\n(\/devtools\/browser\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\s*$/.exec(text);
  return match ? { endpoint: `ws://127.0.0.1:${match[1]}${match[2]}` } : undefined;
}

export function parseFirefoxPorts(marionette: string, bidi: string): BrowserAddress | undefined {
  const port = /"ws_port":\s*(\d+)\s*\}/.exec(bidi)?.[1];
  const marionettePort = Number(/^\d+$/.exec(marionette.trim())?.[0]);
  return port && marionettePort ? { endpoint: `ws://127.0.0.1:${port}`, marionettePort } : undefined;
}
