/**
 * The daemon's entry: `node dist/daemon.cjs`. Started by the first client that finds no daemon. It takes the socket first
 * and loads everything else while clients already wait. `--spare`: it leaves soon after its last client while nobody has asked it anything. `--compile` only makes it start faster from then on.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import path from "node:path";
import { type Home, prepareHome, resolveHome } from "../config/home.ts";
import { requireWithParts } from "./bundleParts.ts";
import { listenAlone } from "./singleInstance.ts";

/** By then the first call is answered. */
const SAVE_AFTER_MS = 5_000;

const SERVE = path.join(import.meta.dirname, "serve.cjs");

/** Writes down V8's code of the daemon, as far as a first page needs it. */
async function compile(): Promise<void> {
  const { exports, save } = requireWithParts<typeof import("./serve.ts")>(SERVE);
  await exports.loadUsual();
  save();
}

async function start(): Promise<void> {
  // They are for this process; browsers have their own ways.
  for (const name of ["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_ARENA_MAX"]) delete process.env[name];
  const home = resolveHome();
  prepareHome(home);
  let accept: ((socket: Socket) => void) | undefined;
  const waiting: Socket[] = [];
  const server = await listenAlone(home, (socket) => {
    if (accept) return accept(socket);
    socket.on("error", () => socket.destroy());
    waiting.push(socket);
  });
  const opens = process.argv.indexOf("--open");
  if (!server) {
    if (opens >= 0) leaveBrowser(home, process.argv[opens + 1]);
    process.exit(0);
  }
  attempt(() => writeFileSync(home.pidFile, String(process.pid), { mode: 0o600 }));
  if (opens >= 0) await startBrowser(home, process.argv[opens + 1]);
  const bundle = requireWithParts<typeof import("./serve.ts")>(SERVE, path.join(home.dir, "serve.cjs.v8"));
  accept = bundle.exports.serve(home, server, { spare: process.argv.includes("--spare") });
  for (const socket of waiting) if (!socket.destroyed) accept(socket);
  if (!bundle.fromCache) setTimeout(() => finishInstall(bundle.save), SAVE_AFTER_MS).unref();
}

/** A package comes without V8's code, and each Node needs its own. Where npm ran no install script, nobody has put the native door into its place either. */
function finishInstall(save: () => void): void {
  attempt(save);
  attempt(() => createRequire(SERVE)("../native/place.cjs"));
}

const requireHeadStart = () => createRequire(SERVE)("./headStart.cjs") as typeof import("../browser/headStart.ts") & typeof import("../browser/begunBrowser.ts");

/** For a door that told nothing but that it opens a browser, and which one it has begun with: that starts while the rest is loaded. */
function startBrowser(home: Home, begun: string | undefined): Promise<void> {
  const { begunBrowser, headStartOfDaemon } = requireHeadStart();
  return new Promise((resolve) => {
    void headStartOfDaemon(home, process.env["DROVER_SESSION"] || "default", begunBrowser(begun), resolve).then(resolve, (thrown: unknown) => {
      // To the log: the browser is started when it is asked for, and then it is said why it cannot.
      console.error(thrown);
      resolve();
    });
  });
}

/** Another daemon was faster, and has a browser of its own. */
function leaveBrowser(home: Home, begun: string | undefined): void {
  const { abandon, begunBrowser } = requireHeadStart();
  const browser = begunBrowser(begun);
  if (browser) attempt(() => abandon(home, browser));
}

/** What a daemon can do without where the disk is full or not its own. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (thrown) {
    // To the log.
    console.error(thrown);
  }
}

(process.argv.includes("--compile") ? compile() : start()).catch((error: unknown) => {
  // To the log. A daemon that holds the socket and answers nobody would be worse than none.
  console.error(error);
  process.exit(1);
});
