import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { packageFolder } from "./packages.ts";

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const flows = [
  { id: "f1", type: "tab", label: "Flow 1" },
  { id: "n1", type: "inject", z: "f1", name: "every hour", props: [{ p: "payload" }], repeat: "3600", topic: "", payload: "", payloadType: "date", x: 160, y: 100, wires: [["n2"]] },
  { id: "n2", type: "debug", z: "f1", name: "show", active: true, tosidebar: true, complete: "payload", x: 400, y: 100, wires: [] },
];

/** Node-RED as its users run it: a server of its own with a flow in it. */
export class NodeRed {
  readonly #child: ChildProcess;
  readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(folder: string): Promise<NodeRed> {
    const port = await freePort();
    writeFileSync(path.join(folder, "flows.json"), JSON.stringify(flows));
    writeFileSync(path.join(folder, "settings.js"), `module.exports = { uiHost: "127.0.0.1", uiPort: ${port}, flowFile: "flows.json", telemetry: { enabled: false }, editorTheme: { tours: false }, logging: { console: { level: "off" } } }`);
    const child = spawn(process.execPath, [path.join(packageFolder("node-red"), "red.js"), "--userDir", folder], { stdio: "ignore" });
    const url = `http://127.0.0.1:${port}/`;
    for (let tries = 0; tries < 300; tries++) {
      const answered = await fetch(url).then(({ ok }) => ok, () => false);
      if (answered) return new NodeRed(child, url);
      await delay(200);
    }
    child.kill();
    throw new Error("Node-RED did not start");
  }

  /** What is deployed: the truth about what was done. */
  async labels(): Promise<string[]> {
    const answer = await fetch(`${this.url}flows`);
    return ((await answer.json()) as { type: string; label?: string }[]).flatMap(({ type, label }) => (type === "tab" && label !== undefined ? [label] : []));
  }

  stop(): void {
    this.#child.kill();
  }
}
