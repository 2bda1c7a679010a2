import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { attempt } from "../../src/diagnosis/mayFail.ts";
import { parseStat } from "../../src/browser/processTable.ts";
import { resolveHome } from "../../src/config/home.ts";
import { ffmpegProgram } from "./support/ffmpeg.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { killDaemon, killed } from "./support/kill.ts";
import { page } from "./support/page.ts";
import { engine, test, type Data, type TestSession } from "./support/session.ts";
import { webmFacts } from "./support/webmFacts.ts";

const firefox = engine === "firefox";

const counter = (colour: string) => page(`<button onclick="this.textContent = Number(this.textContent) + 1; document.body.style.background = '${colour}'">0</button><input><a href="/video-popup" target="_blank">open</a>`);

/**
 * The colour of one place of a video at some moments. A player takes the file, and its frames are decoded one by one: what a player shows when it says that it has sought is the picture before now and then, and at
 * the very end often (Firefox 153: one time in seven).
 */
async function coloursAt(session: TestSession, server: Data, file: string, places: { atMs: number; x: number; y: number }[]): Promise<number[][]> {
  const { frames, decoder, bytes } = await webmFacts(file);
  const moments = places.map(({ atMs, x, y }) => ({ x, y, frame: frames.findLastIndex((frame) => frame.atMs <= atMs) }));
  server.route("/film.webm", (_: unknown, response: Data) => response.writeHead(200, { "content-type": "video/webm" }).end(bytes));
  server.route("/film.json", (_: unknown, response: Data) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ frames, decoder, moments })));
  await session.call("navigate", { url: server.html("/cinema", page("cinema")), mode: "none" });
  const { value } = await session.call("eval_js", {
    expr: `(async () => {
      const video = Object.assign(document.createElement("video"), { muted: true, src: URL.createObjectURL(await (await fetch("/film.webm")).blob()) });
      await new Promise((done, failed) => { video.onloadeddata = done; video.onerror = () => failed(new Error(video.error.message)); });
      const { frames, decoder: config, moments } = await (await fetch("/film.json")).json(), pictures = [];
      await new Promise((done, failed) => {
        const decoder = new VideoDecoder({ output: (picture) => pictures.push(picture), error: failed });
        decoder.configure(config);
        for (const { atMs, type, base64 } of frames) decoder.decode(new EncodedVideoChunk({ timestamp: atMs * 1000, type, data: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) }));
        decoder.flush().then(done, failed);
      });
      const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight), context = canvas.getContext("2d");
      return moments.map(({ frame, x, y }) => {
        context.drawImage(pictures[frame], 0, 0);
        return [...context.getImageData(x, y, 1, 1).data.slice(0, 3)];
      });
    })()`,
  });
  return value;
}

test("a video is complete when stop_video returns, through navigations, with a file for each page", async ({ session, server }) => {
  server.html("/video-popup", page("popup"));
  server.html("/video-next", `<body style="background:#00f">next`);
  await session.call("navigate", { url: server.html("/video", counter("#f00")), mode: "none" });
  const started = await session.call("start_video", { path: `videos/video-${session.id}.webm`, annotate: true });
  expect(started).toMatchObject({ ok: true, path: expect.stringMatching(/video-[^/]+\.webm$/), finalizesOn: "stop_video", replacedPrior: false });
  expect(await session.call("get_video")).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("stop_video") });
  await session.call("click", { selector: "button" });
  await session.call("click", { selector: "a" });
  const { length } = await session.call("list_targets");
  expect(length).toBe(2);
  await session.call("navigate", { url: `${server.origin}/video-next`, mode: "none" });
  const stopped = await session.call("stop_video");
  expect(stopped).toMatchObject({ ok: true, wasActive: true, path: started.path, finalized: true, pendingFinalize: false });
  expect(stopped.videos.map(({ path: file }: Data) => path.basename(file))).toEqual([`video-${session.id}.webm`, `video-${session.id}-2.webm`]);

  const { files } = await session.call("files_list", { kind: "video" });
  expect(files.map(({ path: file }: Data) => file)).toEqual(expect.arrayContaining(stopped.videos.map(({ path: file }: Data) => file)));

  const [first] = stopped.videos;
  const facts = await webmFacts(first.path);
  expect(facts).toMatchObject({ codec: expect.stringMatching(/^vp[89]$/), width: 800, durationMs: expect.any(Number) });
  expect(facts.framesAtMs).toHaveLength(first.frames);
  expect(facts.framesAtMs).toEqual(facts.framesAtMs.toSorted((a, b) => a - b));
  expect(facts.bytes.includes("/video-next")).toBe(true);
  expect(await session.call("get_video", { format: "bytes", path: `videos/video-${session.id}.webm` })).toMatchObject({ ok: true, path: first.path, bytes: facts.bytes.length, videoBase64: facts.bytes.toString("base64") });
  expect(await session.call("stop_video")).toMatchObject({ ok: false, error: "not-found", wasActive: false });

  const [[red, , blue]] = (await coloursAt(session, server, first.path, [{ atMs: first.durationMs, x: 400, y: 300 }])) as [[number, number, number]];
  expect(blue).toBeGreaterThan(200);
  expect(red).toBeLessThan(60);
});

/** A program that starts the machine's browser in a way of its own. */
function wrapped(drover: TestHome, script: (browser: string) => string): string {
  const file = path.join(drover.home.dir, `wrapped-${engine}`);
  writeFileSync(file, `#!/bin/sh\n${script(findBrowser(resolveHome(), engine)?.path ?? "")}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A strip whose red grows with each step, over noise that no encoder makes small. */
const noisy = `<body style="margin:0"><div style="height:100px"></div><canvas width=1280 height=600></canvas><script>
  let step = 0;
  const context = document.querySelector("canvas").getContext("2d"), noise = context.createImageData(1280, 600);
  function go() {
    document.querySelector("div").style.background = "rgb(" + Math.min(255, step++ * 20) + ",0,0)";
    for (let at = 0; at < noise.data.length; at++) noise.data[at] = Math.random() * 256;
    context.putImageData(noise, 0, 0);
    return step;
  }
  go();
</script>`;

/** Every frame is there and can be seen: its red is what it was. */
async function redOfFrames(session: TestSession, server: Data, file: string): Promise<number[]> {
  const { framesAtMs } = await webmFacts(file);
  const moments = framesAtMs.map((atMs, index) => (atMs + (framesAtMs[index + 1] ?? atMs)) / 2);
  return (await coloursAt(session, server, file, moments.map((atMs) => ({ atMs, x: 400, y: 30 })))).map(([red = 0]) => red);
}

/** Each step is 20 more; noise leaves an encoder with too few bits for exact colours. */
const ascends = (numbers: number[]) => numbers.every((each, index) => each >= (numbers[index - 1] ?? 0) - 12);

/** The processes of a home's browser in which pages are. */
function renderers({ home }: TestHome): number[] {
  const groups = readdirSync(home.browsers).filter((name) => name.endsWith(".json")).map((name) => (JSON.parse(readFileSync(path.join(home.browsers, name), "utf8")) as { pid: number }).pid);
  const isRenderer = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer") && groups.includes(parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"))?.group ?? 0);
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && attempt(() => isRenderer(name), "a process may end while it is looked at", false)).map(Number);
}

const ffmpeg = firefox ? ffmpegProgram() : undefined;

test.runIf(firefox)(`in a browser without an encoder ffmpeg makes the video${firefox && ffmpeg === undefined ? " (no ffmpeg can be had here: only the refusal is tried)" : ""}`, async ({ session, server }) => {
  await using drover = ownHome({ DROVER_FFMPEG_PATH: "" });
  const off = `user_pref("dom.media.webcodecs.enabled", false);`;
  const browser = wrapped(drover, (program) => `was=; for each in "$@"; do case "$was" in *-profile) echo '${off}' >> "$each/user.js";; esac; was=$each; done\nexec ${program} "$@"`);
  const begin = async (env: Record<string, string>) => {
    const client = drover.client("sdk", { ...env, DROVER_BROWSER_PATH: browser });
    const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: "bare", ...input })).data;
    await call("open_session", { mode: "incognito", engine: "firefox" });
    await call("navigate", { url: server.html("/video-ffmpeg", noisy), mode: "none" });
    expect((await call("eval_js", { expr: "typeof VideoEncoder" })).value).toBe("undefined");
    return call;
  };
  const bare = await begin({ PATH: "/nowhere" });
  expect(await bare("start_video", { path: "none.webm" })).toMatchObject({ ok: false, error: "browser-failed", message: expect.stringContaining("drover install ffmpeg") });
  expect(existsSync(path.join(drover.workspace, "none.webm"))).toBe(false);
  if (ffmpeg === undefined) return;
  await drover.client().stop();
  const call = await begin({ DROVER_FFMPEG_PATH: ffmpeg });
  const { path: file } = await call("start_video", { path: "made.webm" });
  const before = statSync(file).size;
  await call("eval_js", { expr: "void setInterval(go, 200)" });
  await expect.poll(() => statSync(file).size, { timeout: 60_000 }).toBeGreaterThan(before + 60_000);
  const { videos: [film] } = await call("stop_video");
  expect(film).not.toHaveProperty("endedEarly");
  const { codec, framesAtMs, width } = await webmFacts(file);
  expect({ codec, width, frames: framesAtMs.length }).toEqual({ codec: "vp8", width: 800, frames: film.frames });
  const reds = await redOfFrames(session, server, file);
  expect({ reds, ascends: ascends(reds), whole: reds[0]! < 20 && reds.at(-1)! > 35 }).toEqual({ reds, ascends: true, whole: true });
});

describe.skipIf(firefox)("a video", () => {
  test("shows clicks, and covers secrets that are registered while it is made", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/video-marks", `<body style="margin:0;background:#fff"><button style="position:absolute;left:400px;top:300px;width:100px;height:60px;background:#fff;border:0"></button><p style="margin:0;font:60px monospace;color:#000">hunter2-hunter2</p>`), mode: "none" });
    await session.call("start_video", { path: `marks-${session.id}.webm`, annotate: true, size: { width: 640, height: 360 } });
    await session.call("click", { selector: "button" });
    const shown = await session.call("stop_video");
    const { width, height, framesAtMs } = await webmFacts(shown.path);
    expect({ width, height }).toEqual({ width: 640, height: 360 });
    // While each is shown: players round the beginnings.
    const moments = framesAtMs.map((atMs, index) => (atMs + (framesAtMs[index + 1] ?? atMs)) / 2);
    const middles = await coloursAt(session, server, shown.path, moments.map((atMs) => ({ atMs, x: 225, y: 165 })));
    const isWhite = ([red = 0, , blue = 0]: number[]) => red > 240 && blue > 240;
    const isOrange = ([red = 0, , blue = 0]: number[]) => red > 220 && blue < 210;
    expect([isWhite(middles[0] ?? []), middles.some(isOrange)]).toEqual([true, true]);

    await session.call("navigate", { url: `${server.origin}/video-marks`, mode: "none" });
    await session.call("start_video", { path: `secret-${session.id}.webm` });
    await session.call("register_secret", { name: "PASSWORD", value: "hunter2-hunter2" });
    await session.call("eval_js", { expr: "document.querySelector('p').style.color = '#010101'" });
    const covered = await session.call("stop_video");
    const letters = Array.from({ length: 40 }, (_, at) => ({ atMs: covered.videos[0].durationMs, x: 10 + at * 5, y: 12 }));
    for (const colour of await coloursAt(session, server, covered.path, letters)) expect(colour.every((part) => part > 40 && part < 110)).toBe(true);
  });

  test("is completed by close_session, and refused of somebody else's browser", async ({ client, server }) => {
    const id = `t-rec-${process.pid}`;
    const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data;
    const opened = await call("open_session", { mode: "incognito", recordVideo: {} });
    expect(opened.video).toMatchObject({ path: expect.stringMatching(new RegExp(`videos/${id}-.*\\.webm$`)), finalizesOn: "stop_video" });
    await call("navigate", { url: server.html("/video-closed", counter("#0f0")), mode: "none" });
    await call("close_session");
    expect(await call("get_video")).toMatchObject({ ok: true, path: opened.video.path, bytes: statSync(opened.video.path).size });
    expect((await webmFacts(opened.video.path)).framesAtMs.length).toBeGreaterThan(1);
    expect(await call("open_session", { mode: "attached", endpoint: "http://127.0.0.1:1", recordVideo: {} })).toMatchObject({ ok: false, error: "refused" });
  });

  test("is playable when the daemon was killed, and goes on in another file", async ({ server }) => {
    await using drover = ownHome();
    const call = (tool: string, input: Record<string, unknown> = {}) => drover.call(tool, { session: "kept", ...input });
    await call("open_session", { mode: "persistent", recordVideo: { path: "run.webm" } });
    await call("navigate", { url: server.html("/video-killed", counter("#f0f")), mode: "none" });
    const file = path.join(drover.workspace, "run.webm");
    // A busy machine shows two changes in one frame: there is something new to show until there are enough.
    const framesAfterClick = async () => {
      await call("click", { selector: "button" });
      return (await webmFacts(file)).framesAtMs.length;
    };
    await expect.poll(framesAfterClick, { timeout: 60_000 }).toBeGreaterThan(2);
    await killDaemon(drover);
    expect((await webmFacts(file)).framesAtMs.length).toBeGreaterThan(2);
    await call("click", { selector: "button" });
    const { path: next, videos } = await call("stop_video");
    expect(path.basename(next)).toBe("run-2.webm");
    expect((await webmFacts(next)).framesAtMs).toHaveLength(videos[0].frames);
  });

  test("goes on when its encoder dies, and keeps what was whole when the disk is full", async ({ session, server }) => {
    await using drover = ownHome();
    const browser = wrapped(drover, (program) => `exec ${program} "$@" --disable-features=SpareRendererForSitePerProcess`);
    const client = drover.client("sdk", { DROVER_BROWSER_PATH: browser });
    const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: "filmed", ...input })).data;
    await call("open_session", { mode: "incognito" });
    await call("navigate", { url: server.html("/video-faults", noisy), mode: "none" });
    const before = renderers(drover);
    const begun = await call("start_video", { path: "dies.webm" });
    const encoders = renderers(drover).filter((pid) => !before.includes(pid));
    expect(encoders).toHaveLength(1);
    await call("eval_js", { expr: "go()" });
    await expect.poll(async () => (await webmFacts(begun.path)).framesAtMs.length, { timeout: 20_000 }).toBeGreaterThan(1);
    for (const pid of encoders) await killed(pid);
    for (let step = 0; step < 3; step++) await call("eval_js", { expr: "go()" });
    const { videos: [film] } = await call("stop_video");
    expect(film).not.toHaveProperty("endedEarly");
    const { keyFramesAtMs, framesAtMs } = await webmFacts(film.path);
    expect(framesAtMs).toHaveLength(film.frames);
    expect(keyFramesAtMs.length).toBeGreaterThan(1);
    const reds = await redOfFrames(session, server, film.path);
    expect({ reds, ascends: ascends(reds), whole: reds.at(-1)! > 30 }).toEqual({ reds, ascends: true, whole: true });

    // A disk on which no file can grow beyond so much, for the daemon alone.
    const { path: full } = await call("start_video", { path: "full.webm" });
    const room = statSync(full).size + 100_000;
    execFileSync("prlimit", ["--pid", String((await client.status()).pid), `--fsize=${room}:`]);
    for (let step = 0; step < 10; step++) await call("eval_js", { expr: "new Promise((done) => requestAnimationFrame(() => done(go())))" });
    const stopped = await call("stop_video");
    expect(stopped.videos).toMatchObject([{ path: full, endedEarly: expect.stringContaining("cannot be written") }]);
    expect(stopped.warnings).toEqual([expect.stringContaining("full.webm ended early")]);
    const kept = await webmFacts(full);
    expect(kept).toMatchObject({ durationMs: stopped.videos[0].durationMs, bytes: { length: stopped.videos[0].bytes } });
    expect(kept.framesAtMs).toHaveLength(stopped.videos[0].frames);
    const keptReds = await redOfFrames(session, server, full);
    expect({ keptReds, ascends: ascends(keptReds) }).toEqual({ keptReds, ascends: true });
  });
});
