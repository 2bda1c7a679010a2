import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { page } from "./support/page.ts";
import { engine, test, type Data, type TestSession } from "./support/session.ts";
import { webmFacts } from "./support/webmFacts.ts";

const firefox = engine === "firefox";

const counter = (colour: string) => page(`<button onclick="this.textContent = Number(this.textContent) + 1; document.body.style.background = '${colour}'">0</button><input><a href="/video-popup" target="_blank">open</a>`);

/** Frames of a video as a browser shows them: the colour of one place at some moments. */
async function coloursAt(session: TestSession, server: Data, file: string, places: { atMs: number; x: number; y: number }[]): Promise<number[][]> {
  server.route("/film.webm", (_: unknown, response: Data) => response.writeHead(200, { "content-type": "video/webm" }).end(readFileSync(file)));
  await session.call("navigate", { url: server.html("/cinema", page("cinema")), mode: "none" });
  const { value } = await session.call("eval_js", {
    expr: `(async () => {
      const video = Object.assign(document.createElement("video"), { muted: true, src: URL.createObjectURL(await (await fetch("/film.webm")).blob()) });
      await new Promise((done, failed) => { video.onloadeddata = done; video.onerror = () => failed(new Error(video.error.message)); });
      const canvas = Object.assign(document.createElement("canvas"), { width: video.videoWidth, height: video.videoHeight }), context = canvas.getContext("2d"), seen = [];
      for (const { atMs, x, y } of ${JSON.stringify(places)}) {
        await new Promise((done) => { video.onseeked = done; video.currentTime = atMs / 1000; });
        context.drawImage(video, 0, 0);
        seen.push([...context.getImageData(x, y, 1, 1).data.slice(0, 3)]);
      }
      return seen;
    })()`,
  });
  return value;
}

test("a video is complete when stop_video returns, through navigations, with a file for each page", async ({ session, client, server }) => {
  const encoder = `encoder-${session.id}`;
  if (firefox) await client.call("open_session", { session: encoder, mode: "incognito", engine: "chromium" });
  server.html("/video-popup", page("popup"));
  server.html("/video-next", `<body style="background:#00f">next`);
  await session.call("navigate", { url: server.html("/video", counter("#f00")), mode: "none" });
  const started = await session.call("start_video", { path: `video-${session.id}.webm`, annotate: true });
  expect(started).toMatchObject({ ok: true, path: expect.stringMatching(/video-[^/]+\.webm$/), finalizesOn: "stop_video", replacedPrior: false });
  expect(await session.call("get_video")).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("stop_video") });
  await session.call("click", { selector: "button" });
  await session.call("click", { selector: "a" });
  const { length } = await session.call("list_targets");
  expect(length).toBe(2);
  await session.call("navigate", { url: `${server.origin}/video-next`, mode: "none" });
  await expect.poll(() => statSync(started.path).size).toBeGreaterThan(500);
  const stopped = await session.call("stop_video");
  if (firefox) await client.call("close_session", { session: encoder });
  expect(stopped).toMatchObject({ ok: true, wasActive: true, path: started.path, finalized: true, pendingFinalize: false });
  expect(stopped.videos.map(({ path: file }: Data) => path.basename(file))).toEqual([`video-${session.id}.webm`, `video-${session.id}-2.webm`]);

  const [first] = stopped.videos;
  const facts = await webmFacts(first.path);
  expect(facts).toMatchObject({ codec: expect.stringMatching(/^vp[89]$/), width: 800, durationMs: expect.any(Number) });
  expect(facts.framesAtMs).toHaveLength(first.frames);
  expect(facts.framesAtMs).toEqual(facts.framesAtMs.toSorted((a, b) => a - b));
  expect(facts.bytes.includes("/video-next")).toBe(true);
  expect(await session.call("get_video", { format: "bytes", path: `video-${session.id}.webm` })).toMatchObject({ ok: true, path: first.path, bytes: facts.bytes.length, videoBase64: facts.bytes.toString("base64") });
  expect(await session.call("stop_video")).toMatchObject({ ok: false, error: "not-found", wasActive: false });

  const [[red, , blue]] = (await coloursAt(session, server, first.path, [{ atMs: first.durationMs, x: 400, y: 300 }])) as [[number, number, number]];
  expect(blue).toBeGreaterThan(200);
  expect(red).toBeLessThan(60);
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
    await call("click", { selector: "button" });
    const file = path.join(drover.workspace, "run.webm");
    await expect.poll(async () => (existsSync(file) && statSync(file).size > 0 ? (await webmFacts(file)).framesAtMs.length : 0)).toBeGreaterThan(2);
    await killDaemon(drover);
    expect((await webmFacts(file)).framesAtMs.length).toBeGreaterThan(2);
    await call("click", { selector: "button" });
    const { path: next, videos } = await call("stop_video");
    expect(path.basename(next)).toBe("run-2.webm");
    expect((await webmFacts(next)).framesAtMs).toHaveLength(videos[0].frames);
  });
});
