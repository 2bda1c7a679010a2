import { existsSync, statSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lineOf, lineReader } from "../../src/protocol/lines.ts";
import type { DaemonMessage } from "../../src/protocol/messages.ts";
import { PROTOCOL, VERSION } from "../../src/protocol/version.ts";
import { helloOf } from "../../src/client/connection.ts";
import { startDaemon } from "../../src/client/startDaemon.ts";
import { prepareHome, type Home } from "../../src/config/home.ts";
import { ownHome } from "./support/home.ts";

/** Speaks to the daemon as a client of another make would, and returns the first thing it says. */
function say(home: Home, message: object): Promise<DaemonMessage> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(home.socket);
    socket.once("error", reject);
    const answered = (answer: unknown) => {
      resolve(answer as DaemonMessage);
      socket.destroy();
    };
    socket.on("data", lineReader(answered, () => reject(new Error("not a message"))));
    socket.write(lineOf(message));
  });
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("status tells what runs, and the socket is its owner's alone", async () => {
  await using drover = ownHome();
  const status = await drover.client().status();
  expect(status).toMatchObject({ running: true, version: VERSION, protocol: PROTOCOL, sessions: 0, browsers: 0 });
  expect(status.uptimeMs).toBeGreaterThanOrEqual(0);
  expect(isRunning(status.pid)).toBe(true);
  expect(statSync(drover.home.socket).mode & 0o777).toBe(0o600);
  expect(statSync(drover.home.dir).mode & 0o777).toBe(0o700);
});

test("a daemon that nobody needs leaves by itself", async () => {
  await using drover = ownHome({ DROVER_IDLE_EXIT_MS: "1000" });
  const client = drover.client();
  const { pid } = await client.status();
  client.close();
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
  expect(existsSync(drover.home.socket)).toBe(false);
});

test("a client of another protocol is told so; the daemon goes only when no session would be hurt", async () => {
  await using drover = ownHome();
  const { pid } = await drover.client().status();
  const stranger = { ...helloOf("sdk"), protocol: PROTOCOL + 1, version: "9.9.9" };
  const whenIdle = await say(drover.home, stranger);
  expect(whenIdle).toMatchObject({ type: "refused", error: "protocol-mismatch", replaceable: true, version: VERSION, pid });
  await drover.call("open_session", { session: "busy", mode: "incognito" });
  expect(await say(drover.home, stranger)).toMatchObject({ type: "refused", replaceable: false });
});

test("stopping the daemon leaves its browsers and their pages alone", async () => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "kept", mode: "incognito" });
  await drover.call("eval_js", { session: "kept", expr: "window.kept = 5" });
  const first = drover.client();
  const { pid } = await first.status();
  await first.stop();
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(await drover.call("eval_js", { session: "kept", expr: "window.kept" })).toMatchObject({ ok: true, value: 5 });
});

test("refs are never used twice, not even by the next daemon", async () => {
  await using drover = ownHome();
  await drover.call("navigate", { url: "data:text/html,<button>One</button>" });
  const before = refNumbers(await drover.client().call("snapshot", {}, { form: "agent" }));
  process.kill((await drover.client().status()).pid, "SIGKILL");
  await expect.poll(async () => (await drover.call("eval_js", { expr: "1" }).catch(() => undefined))?.ok).toBe(true);
  const after = refNumbers(await drover.client().call("snapshot", {}, { form: "agent" }));
  expect(Math.min(...after)).toBeGreaterThan(Math.max(...before));
});

function refNumbers({ text }: { text?: string }): number[] {
  const found = [...(text ?? "").matchAll(/ref=e(\d+)/g)].map(([, number]) => Number(number));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

test("a daemon that the system does not start is no bug of Drover's", async () => {
  await using own = ownHome();
  const node = process.execPath;
  onTestFinished(() => {
    process.execPath = node;
  });
  process.execPath = "/nonexistent/node";
  await expect(own.client().status()).rejects.toMatchObject({ code: "daemon-failed", message: expect.stringContaining("could not be started") });
});

test("a Node that does not know one of the daemon's options starts it without them", async () => {
  await using drover = ownHome();
  prepareHome(drover.home);
  const node = path.join(drover.home.dir, "node");
  writeFileSync(node, `#!/bin/sh\ncase "$*" in *--interrupt-budget*) exit 9;; esac\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
  const real = process.execPath;
  process.execPath = node;
  try {
    (await startDaemon(drover.home, drover.env)).destroy();
  } finally {
    process.execPath = real;
  }
  expect(await drover.call("list_sessions")).toMatchObject({ ok: true });
});
