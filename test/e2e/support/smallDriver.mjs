#!/usr/bin/env node
/**
 * As much of a WebDriver server as a Grid needs to start and end browsers, for machines without chromedriver and geckodriver: it says how to
 * reach the browser's own protocol, over which everything else goes.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";

const port = Number(process.argv.find((word) => word.startsWith("--port"))?.split("=")[1] ?? process.argv[process.argv.indexOf("--port") + 1]);
const firefox = process.env.SMALL_DRIVER_FIREFOX;
const chromium = process.env.SMALL_DRIVER_CHROMIUM;
const sessions = new Map();

async function fileThere(file) {
  for (let tries = 0; tries < 1200; tries++) {
    try {
      const text = readFileSync(file, "utf8");
      if (text.includes("\n") || /^\d+$/.test(text)) return text;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${file} did not appear`);
}

function launch(command, args) {
  const profile = mkdtempSync(path.join(os.tmpdir(), "small-driver-"));
  const child = spawn(command, args(profile), { stdio: "ignore" });
  return { profile, child };
}

async function startChromium() {
  const { profile, child } = launch(chromium, (dir) => ["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-port=0", `--user-data-dir=${dir}`, "about:blank"]);
  const debuggerAddress = `127.0.0.1:${(await fileThere(path.join(profile, "DevToolsActivePort"))).split("\n")[0]}`;
  return { profile, child, capabilities: { browserName: "chrome", browserVersion: "1", platformName: "linux", "goog:chromeOptions": { debuggerAddress } } };
}

async function startFirefox() {
  const { profile, child } = launch(firefox, (dir) => ["--headless", "--no-remote", "--marionette", "--remote-debugging-port", "0", "--profile", dir, "--remote-allow-system-access"]);
  const marionette = net.connect(Number(await fileThere(path.join(profile, "MarionetteActivePort"))), "127.0.0.1");
  const { capabilities } = await new Promise((resolve, reject) => {
    let text = "";
    marionette.on("error", reject);
    marionette.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let colon; (colon = text.indexOf(":")) > 0 && text.length > colon + Number(text.slice(0, colon)); ) {
        const message = JSON.parse(text.slice(colon + 1, colon + 1 + Number(text.slice(0, colon))));
        text = text.slice(colon + 1 + Number(text.slice(0, colon)));
        if (!Array.isArray(message)) {
          const command = JSON.stringify([0, 1, "WebDriver:NewSession", { webSocketUrl: true, unhandledPromptBehavior: { default: "ignore" } }]);
          marionette.write(`${command.length}:${command}`);
        } else if (message[2]) reject(new Error(JSON.stringify(message[2])));
        else resolve(message[3]);
      }
    });
  });
  return { profile, child, marionette, capabilities };
}

function end(session) {
  const ended = new Promise((resolve) => session.child.once("exit", resolve));
  session.child.kill("SIGKILL");
  return ended.then(() => rmSync(session.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
}

async function answer(method, url, body) {
  const [, , id, rest] = url.split("/");
  if (url === "/status") return { ready: true, message: "small" };
  if (method === "POST" && url === "/session") {
    const wanted = JSON.parse(body).capabilities?.alwaysMatch ?? {};
    const asked = [wanted, ...(JSON.parse(body).capabilities?.firstMatch ?? [])].find(({ browserName }) => browserName)?.browserName;
    const session = asked === "firefox" ? await startFirefox() : await startChromium();
    const sessionId = crypto.randomUUID();
    sessions.set(sessionId, session);
    return { sessionId, capabilities: session.capabilities };
  }
  const session = sessions.get(id);
  if (!session) return undefined;
  if (method === "DELETE" && rest === undefined) {
    sessions.delete(id);
    await end(session);
    return null;
  }
  return rest === "timeouts" ? { implicit: 0, pageLoad: 300000, script: 30000 } : null;
}

const server = http.createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    answer(request.method, request.url, Buffer.concat(chunks).toString()).then(
      (value) => response.writeHead(value === undefined ? 404 : 200, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify({ value: value === undefined ? { error: "invalid session id", message: "no such session", stacktrace: "" } : value })),
      (thrown) => response.writeHead(500, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify({ value: { error: "session not created", message: String(thrown), stacktrace: "" } })),
    );
  });
});
server.listen(port, "127.0.0.1");

async function leave() {
  await Promise.all([...sessions.values()].map(end));
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => void leave());
// Whoever started it is gone.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && void leave(), 1000);
