import { execFile, execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadDescriptors } from "../../src/browser/descriptor.ts";
import { doorFrame } from "../../src/protocol/door.ts";
import type { DoorRequest } from "../../src/protocol/messages.ts";
import { VERSION } from "../../src/protocol/version.ts";
import { compile, ways } from "../../scripts/nativeDoor.ts";
import { drover, type RunOptions } from "./support/drover.ts";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";

const door = path.resolve("dist/drover");
const isNative = readFileSync(door).subarray(0, 2).toString() !== "#!";

/** Stands for Node on the door's way out: says that it was asked, and what for. */
const NODE = `#!/bin/sh\necho "by Node: $*"\nexit 42\n`;

// A machine without a compiler has only one door, which the tests of the command line go through.
describe.skipIf(!isNative)("the native door", () => {
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-door-"));
  const programs = mkdtempSync(path.join(os.tmpdir(), "drover-programs-"));
  const env = { PATH: programs, DROVER_HOME: home, TERM: "xterm", LANG: "C" };
  const asked: DoorRequest[] = [];
  let answer: (socket: net.Socket) => void;
  const daemon = net.createServer((socket) => {
    let line = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      line += String(chunk);
      if (!line.endsWith("\n")) return;
      asked.push(JSON.parse(line) as DoorRequest);
      answer(socket);
    });
  });
  const ask = (args: string[], options: RunOptions = {}) => drover(args, { env, ...options });
  const done = (code = 0) => doorFrame("exit", Uint8Array.of(code));

  beforeAll(async () => {
    writeFileSync(path.join(programs, "node"), NODE, { mode: 0o755 });
    await new Promise<void>((resolve) => daemon.listen(path.join(home, "daemon.sock"), resolve));
  });
  beforeEach(() => {
    asked.length = 0;
    answer = (socket) => socket.end(done());
  });
  afterAll(() => {
    daemon.close();
    for (const dir of [home, programs]) rmSync(dir, { recursive: true, force: true });
  });

  test("hands over what was typed, letter by letter, and where", async () => {
    const words = ["fill", "#a", 'quo"te \\ back', "line\nbreak\ttab", "ü 漢 🐑", "", "\u0001\u007f", "--x=1"];
    await ask(words, { cwd: home });
    expect(asked).toEqual([{ type: "door", version: VERSION, argv: words, cwd: home, env: { DROVER_HOME: home, TERM: "xterm" }, screens: [false, false], columns: 100 }]);
  });

  test.for(ways.map((way) => [way]))("says and prints the same built with %s", async ([way], { skip }) => {
    const built = path.join(programs, "door");
    if (!(await compile(built, way!))) return skip("this machine cannot build it so");
    answer = (socket) => socket.end(Buffer.concat([doorFrame("out", Buffer.from("told ü\n")), done(5)]));
    const long = "x".repeat(100_000);
    const ran = await new Promise((resolve) => execFile(built, ["fill", "ü 漢", long, "\u0001"], { env: { ...env, DROVER_SESSION: "shop", OTHER: "x" }, cwd: home }, (error, stdout, stderr) => resolve({ code: error?.code, stdout, stderr })));
    expect(ran).toEqual({ code: 5, stdout: "told ü\n", stderr: "" });
    expect(asked).toEqual([{ type: "door", version: VERSION, argv: ["fill", "ü 漢", long, "\u0001"], cwd: home, env: { DROVER_HOME: home, TERM: "xterm", DROVER_SESSION: "shop" }, screens: [false, false], columns: 100 }]);
    answer = (socket) => socket.end(doorFrame("node"));
    const byNode = await new Promise((resolve) => execFile(built, ["click", "a b"], { env, cwd: home }, (error, stdout) => resolve({ code: error?.code, stdout })));
    expect(byNode).toEqual({ code: 42, stdout: `by Node: ${path.join(programs, "drover.cjs")} click a b\n` });
  });

  test("prints what it is told, byte for byte and in order, and ends as it is told", async () => {
    const large = Buffer.alloc(3_000_000, "0123456789\n");
    answer = (socket) => {
      for (const frame of [doorFrame("started", Buffer.from([3, 2, 120])), doorFrame("out", large), doorFrame("err", Buffer.from("a warning\n")), doorFrame("out", Buffer.from([0x68, 0x69, 0x0a])), done(7)]) socket.write(frame);
    };
    const { code, stdout, stderr } = await ask(["snapshot"]);
    expect({ code, stderr, same: stdout === `${large.toString()}hi\n` }).toEqual({ code: 7, stderr: "a warning\n", same: true });
  });

  test.for<[string, (socket: net.Socket) => void]>([
    ["a daemon says so", (socket) => socket.end(doorFrame("node"))],
    ["a daemon goes before it has said anything", (socket) => socket.destroy()],
    ["a daemon says what this door does not know", (socket) => socket.end("{}\n1234567890")],
  ])("gives the command to Node when %s", async ([, how]) => {
    answer = how;
    expect(await ask(["click", "e1 e2"])).toMatchObject({ code: 42, stdout: `by Node: ${path.resolve("dist/drover.cjs")} click e1 e2\n`, stderr: "" });
  });

  test.skipIf(process.platform !== "linux")("Node does not hold the door's way to the daemon, which waits for its clients to go", async () => {
    const others = mkdtempSync(path.join(os.tmpdir(), "drover-programs-"));
    writeFileSync(path.join(others, "node"), "#!/bin/sh\n/bin/ls -l /proc/$$/fd\n", { mode: 0o755 });
    answer = (socket) => socket.end(doorFrame("node"));
    const { stdout } = await ask(["daemon", "stop"], { env: { ...env, PATH: others } });
    rmSync(others, { recursive: true });
    expect(asked).toHaveLength(1);
    // Its standard streams may be sockets themselves.
    expect(stdout).toMatch(/ 2 -> /);
    expect(stdout).not.toMatch(/ ([3-9]|\d\d+) -> socket:/);
  });

  test("says what it was told to say when the daemon dies under a command, and does not run it again", async () => {
    answer = (socket) => socket.end(Buffer.concat([doorFrame("started", Buffer.concat([Buffer.from([3, 2]), Buffer.from("it died\n")])), doorFrame("out", Buffer.from("half"))]));
    expect(await ask(["click", "e1"])).toMatchObject({ code: 3, stdout: "half", stderr: "it died\n" });
  });

  test.for(["DROVER_STATE_KEY", "DROVER_CREDENTIALS_PROVIDER", "DROVER_my_token", "BW_SESSION", "OP_SERVICE_ACCOUNT_TOKEN"])("%s in the environment is for Node alone", async (name) => {
    expect(await ask(["click"], { env: { ...env, [name]: "hunter2" } })).toMatchObject({ code: 42 });
    expect(asked).toEqual([]);
  });

  test("variables that are nobody's business stay at home", async () => {
    await ask(["click"], { env: { ...env, AWS_SECRET: "s", HOME: "/root", NO_COLOR: "1", DROVER_SESSION: "shop", DROVER_EMPTY: "", BW_SESSION: "" } });
    expect(asked[0]!.env).toEqual({ DROVER_HOME: home, DROVER_EMPTY: "", TERM: "xterm", NO_COLOR: "1", DROVER_SESSION: "shop" });
  });

  test("what cannot be said in JSON is Node's", async () => {
    // Bytes that are no UTF-8 reach a program only through a shell.
    const said = await new Promise<string>((resolve) => {
      const child = spawn("/bin/sh", ["-c", `${door} click "$(printf '\\377')"`], { env });
      let out = "";
      child.stdout.on("data", (chunk) => (out += String(chunk)));
      child.once("close", () => resolve(out));
    });
    expect(said).toContain("by Node");
    expect(asked).toEqual([]);
  });

  test("a folder that others may write to is not greeted", async () => {
    chmodSync(home, 0o777);
    try {
      expect(await ask(["click"])).toMatchObject({ code: 42 });
      expect(asked).toEqual([]);
    } finally {
      chmodSync(home, 0o700);
    }
  });

  test("without a daemon it is Node's, and the version needs neither", async () => {
    expect(await ask(["click"], { env: { ...env, DROVER_HOME: path.join(home, "none") } })).toMatchObject({ code: 42 });
    expect(await ask(["--version"], { env: { PATH: "/nowhere" } })).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
  });
});

test.skipIf(!isNative)("opening a browser on a machine at rest takes one Node, which is the daemon's", async () => {
  const programs = mkdtempSync(path.join(os.tmpdir(), "drover-programs-"));
  const started = path.join(programs, "started");
  writeFileSync(path.join(programs, "node"), `#!/bin/sh\necho "$*" >> ${started}\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
  await using own = ownHome();
  const env = { ...own.env, PATH: `${programs}:${process.env["PATH"]}` };
  const url = "data:text/html,<title>Rest</title>";
  expect(await drover(["open", url], { env })).toMatchObject({ code: 0, stdout: `Rest\n${url}\n` });
  expect(readFileSync(started, "utf8").trim().split("\n")).toEqual([expect.stringMatching(/daemon\.cjs --open( b-[0-9a-f]{8}:\d+)?$/)]);
  // What it was started for is no argument, which everybody could read, and what it keeps is its owner's.
  expect(loadDescriptors(own.home)).toEqual([expect.objectContaining({ profile: "default", headless: true })]);
  expect([own.home.dir, own.home.logFile].map((place) => (statSync(place).mode & 0o777).toString(8))).toEqual(["700", "600"]);
  rmSync(programs, { recursive: true });
});

test.skipIf(!isNative).for([[["open", "--help"]], [["open", "a", "b"]], [["status"]]])("%s starts nothing", async ([words]) => {
  await using own = ownHome();
  await drover(words!, { env: own.env });
  expect(existsSync(own.home.socket)).toBe(false);
});

test("a package starts by Node where no install script ran, and natively where one did", async () => {
  const installed = mkdtempSync(path.join(os.tmpdir(), "drover-package-"));
  for (const file of ["package.json", "native/place.cjs", "dist/drover.cjs", "dist/more.cjs", "dist/commands.json", "dist/doors"]) cpSync(file, path.join(installed, file), { recursive: true });
  const bin = path.join(installed, "dist/drover");
  const version = () => execFileSync(bin, ["--version"], { encoding: "utf8" }).trim();
  const isScript = () => readFileSync(bin).subarray(0, 2).toString() === "#!";
  execFileSync(process.execPath, [path.join(installed, "native/place.cjs"), "launcher"]);
  expect({ isScript: isScript(), version: version() }).toEqual({ isScript: true, version: VERSION });
  execFileSync(process.execPath, [path.join(installed, "native/place.cjs")]);
  expect({ isScript: isScript(), version: version() }).toEqual({ isScript: !existsSync(`dist/doors/${process.platform}-${process.arch}`), version: VERSION });
  rmSync(installed, { recursive: true });
});

/** As `du` counts it. */
const onDisk = (folder: string): number => {
  const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => lstatSync(path.join(folder, name)));
  return [...new Map(sizes.map(({ ino, blocks }) => [ino, blocks * 512])).values()].reduce((sum, size) => sum + size, 0);
};

test("what npm packs and installs without scripts takes 20 MB at most, has its types, opens a page, and is a native program from then on", async () => {
  await using own = ownHome();
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-package-"));
  const npm = (...words: string[]) => execFileSync("npm", [...words, "--ignore-scripts", "--offline"], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const [packed] = JSON.parse(npm("pack", process.cwd(), "--json")) as [{ filename: string }];
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  npm("install", `./${packed.filename}`);
  const installed = path.join(folder, "node_modules/drover");
  // As npm packs it where its scripts run; here they would change the build that other tests use.
  execFileSync(process.execPath, [path.join(installed, "native/place.cjs"), "launcher"]);
  expect(onDisk(path.join(folder, "node_modules"))).toBeLessThan(20_000_000);

  writeFileSync(path.join(folder, "user.ts"), `import { connect } from "drover"; import { z } from "drover/plugin";
const { name } = z.object({ name: z.string() }).parse({ name: "Ada" });
export const text: string = name; export const session = await connect();
// @ts-expect-error a string is no number, if the declarations of zod are there
export const number: number = name;`);
  execFileSync(process.execPath, [path.resolve("node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--typeRoots", path.resolve("node_modules/@types"), "--types", "node", "user.ts"], { cwd: folder, stdio: "pipe" });

  const bin = path.join(installed, "dist/drover");
  const isScript = () => readFileSync(bin).subarray(0, 2).toString() === "#!";
  expect(isScript()).toBe(true);
  const run = (...words: string[]) => execFileSync(bin, words, { env: own.env, encoding: "utf8" });
  expect(run("open", "data:text/html,<title>installed</title>", "--incognito", "--json")).toContain("installed");
  if (existsSync(`dist/doors/${process.platform}-${process.arch}`)) await expect.poll(isScript, { timeout: 60_000 }).toBe(false);
  expect(run("eval", "document.title")).toContain("installed");
  expect(onDisk(path.join(folder, "node_modules"))).toBeLessThan(20_000_000);
  run("close-sessions", "--all");
  run("daemon", "stop");
  rmSync(folder, { recursive: true });
});

test("fifty commands at once are answered, each with its own answer", async () => {
  const names = ["click", "fill", "hover", "nonsense", "screenshot"];
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, index) => ({ name: names[index % 5]!, ran: await drover(["help", names[index % 5]!]) })));
  for (const { name, ran } of answers) expect(ran).toMatchObject(name === "nonsense" ? { code: 2 } : { code: 0, stdout: expect.stringMatching(`^drover ${name}`) });
});

test("a daemon that is killed under a command is told as such, and the next command finds another", async () => {
  await using own = ownHome();
  const { env } = own;
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const begun = new Promise((resolve) => server.once("request", resolve));
  expect(await drover(["open", "--incognito"], { env })).toMatchObject({ code: 0 });
  const { port } = server.address() as AddressInfo;
  const evaluating = drover(["eval", `fetch("http://127.0.0.1:${port}/", { mode: "no-cors" })`, "--timeout", "60s"], { env });
  await begun;
  await killDaemon(own);
  expect(await evaluating).toMatchObject({ code: 3, stderr: expect.stringContaining("the daemon went away during the call") });
  expect(await drover(["list-sessions"], { env })).toMatchObject({ code: 0 });
  server.closeAllConnections();
  server.close();
});
