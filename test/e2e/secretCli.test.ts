import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { loadDescriptors } from "../../src/browser/descriptor.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { ifPresent } from "../../src/diagnosis/ifPresent.ts";
import { drover, droverBin } from "./support/drover.ts";
import { ownHome } from "./support/home.ts";
import { test } from "./support/session.ts";

const VALUE = "s3cr3t-hunter2";

test("drover secret reads a value from standard input or a prompt, never from an argument", async ({ session, server }) => {
  const env = { ...process.env, DROVER_SESSION: session.id };
  await session.call("navigate", { url: server.html("/cli", `<title>${VALUE}</title><input id=p>`) });
  expect(await drover(["secret", "list"], { env })).toMatchObject({ code: 0, stdout: `Session "${session.id}" has no secrets.\n` });
  const set = await drover(["secret", "set", "PASSWORD", "--scope", "127.0.0.1"], { env, stdin: `${VALUE}\n` });
  expect(set).toMatchObject({ code: 0, stdout: `<PASSWORD> is registered in session "${session.id}" for 127.0.0.1.\n` });
  expect(set.stdout + set.stderr).not.toContain(VALUE);
  expect(await session.call("fill", { selector: "#p", value: "<PASSWORD>" })).toMatchObject({ element: { value: "<PASSWORD>" } });
  expect((await drover(["secret", "set", "OTHER", VALUE], { env })).code).toBe(2);
  expect((await drover(["register-secret", "--name", "A", "--value", VALUE], { env })).code).not.toBe(0);
  expect((await drover(["secret", "list"], { env })).stdout).toBe("NAME      MAY GO TO\nPASSWORD  127.0.0.1\n");
  expect((await drover(["status"], { env })).stdout).not.toContain(VALUE);

  const line = [process.execPath, droverBin, "secret", "set", "TYPED"].map((word) => `'${word}'`).join(" ");
  const typed = promisify(execFile)("script", ["-qec", line, "/dev/null"], { env: { ...env, TERM: "xterm" } });
  typed.child.stdout?.on("data", (shown: string) => {
    if (shown.includes("not shown")) typed.child.stdin?.write("typed-by-hand\r");
  });
  const { stdout } = await typed;
  expect(stdout).toContain("<TYPED> is registered");
  expect(stdout).not.toContain("typed-by-hand");
});

/** What the system tells of a process, if it still runs. */
const toldOf = (pid: string, file: string): string => ifPresent(() => readFileSync(`/proc/${pid}/${file}`, "latin1"), "a process of another user is none of ours", "");

test("values are in memory only: the next daemon asks for them again", async ({ server }) => {
  await using home = ownHome();
  const run = (args: string[], stdin?: string) => drover(args, { env: home.env, ...(stdin !== undefined && { stdin }) });
  await run(["open", "data:text/plain,hello"]);
  expect(await run(["secret", "set", "PASSWORD"], VALUE)).toMatchObject({ code: 0 });
  expect((await run(["press", "<PASSWORD>"])).code).toBe(0);
  if (process.platform === "linux") {
    const daemon = String((await home.client().status()).pid);
    const heads = [String(loadDescriptors(home.home)[0]!.pid), daemon];
    const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const groupOf = (pid: string) => /^.*\) \S+ \d+ (\d+)/s.exec(toldOf(pid, "stat"))?.[1] ?? "";
    const ours = all.filter((pid) => heads.includes(groupOf(pid)));
    expect(ours).toEqual(expect.arrayContaining(heads));
    expect(all.filter((pid) => toldOf(pid, "cmdline").includes(VALUE))).toEqual([]);
    expect(ours.filter((pid) => toldOf(pid, "environ").includes(VALUE))).toEqual([]);
    expect(toldOf(daemon, "limits")).toMatch(/^Max core file size +0 +0 /m);
  }
  await run(["daemon", "stop"]);
  const kept = readdirSync(home.home.dir, { recursive: true, encoding: "utf8" }).map((file) => path.join(home.home.dir, file));
  expect(kept.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file, "latin1").includes(VALUE))).toEqual([]);
  expect((await run(["secret", "list"])).stdout).toContain("PASSWORD  lost with an earlier daemon; set it again");
  expect((await run(["press", "<PASSWORD>"])).stderr).toContain("drover secret set PASSWORD");

  // The address is opened again as far as it was written down.
  const reset = server.html("/reset", "<title>Reset</title>");
  await run(["secret", "set", "PASSWORD"], VALUE);
  await run(["navigate", `${reset}?token=${VALUE}`]);
  await run(["daemon", "stop"]);
  await stopBrowser(home.home, loadDescriptors(home.home)[0]!);
  const { url, warnings } = await home.call("snapshot");
  expect(url).toBe(reset);
  expect(warnings).toContainEqual(expect.stringMatching(/was at .*<PASSWORD>: the secret in that address went/));
});
