import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttpServer, type HttpServerProcess } from "./support/mcp.ts";

/** Those of the suite's scenarios that any server must pass; the others expect tools of the suite's own example server. */
const scenarios = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];

let folder: string;
let suite: string;
let drover: HttpServerProcess;
let door: http.Server;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "drover-conformance-"));
  suite = path.join(folder, "conformance.cjs");
  // The suite imports fs.globSync by name, which Node 20 lacks, and uses it only to rate repositories. As CommonJS it loads.
  await build({
    entryPoints: [path.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js")],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: suite,
    logLevel: "error",
  });
  drover = await startHttpServer();
  door = await openDoor(drover);
});

afterAll(async () => {
  door.close();
  door.closeAllConnections();
  await drover.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(scenarios)("the official conformance suite: %s", async (scenario) => {
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`;
  const { stdout } = await promisify(execFile)(process.execPath, [suite, "server", "--url", url, "--scenario", scenario], { cwd: folder });
  expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
});

/** The suite brings no token: this adds it and passes everything else on as it came, Host and Origin included. */
async function openDoor({ url, token }: HttpServerProcess): Promise<http.Server> {
  const { port } = new URL(url);
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const onward = http.request({ host: "127.0.0.1", port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
